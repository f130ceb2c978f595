import AdAudit
import AdReports

/// Passes the results of an audit to its format, and the output of the format to the terminal.
struct AuditOutput {
  /// The format; nil writes nothing.
  private var format: (any AuditFormat)?
  private let isJSON: Bool

  init(format: (any AuditFormat)?) {
    self.format = format
    isJSON = format.map { type(of: $0).isJSON } ?? false
  }

  mutating func begin(_ terminal: inout Terminal) {
    let isJSON = isJSON
    format?.begin { terminal.write($0, isJSON: isJSON) }
  }

  mutating func write(_ output: Auditor.Output, _ terminal: inout Terminal) {
    let isJSON = isJSON
    switch output {
    case .session(let report, _, let damage, let notes):
      format?.session(report, damage: damage, notes: notes) {
        terminal.write($0, isJSON: isJSON)
      }
    case .journal(let summary): format?.journal(summary) { terminal.write($0, isJSON: isJSON) }
    case .failure(let error): format?.failure(error) { terminal.write($0, isJSON: isJSON) }
    }
  }

  mutating func end(_ tally: Tally, _ terminal: inout Terminal) {
    let isJSON = isJSON
    format?.end(tally) { terminal.write($0, isJSON: isJSON) }
  }
}

extension Terminal {
  fileprivate mutating func write(_ bytes: [UInt8], isJSON: Bool) {
    if isJSON { write(json: bytes) } else { write(bytes) }
  }
}
