import AdAudit
import AdReports

/// Passes the results of an audit to its format, and the output of the format to the terminal.
struct AuditOutput {
  /// The format; nil writes nothing.
  private var format: (any AuditFormat)?
  private let kind: OutputKind

  init(format: (any AuditFormat)?) {
    self.format = format
    kind = format.map { type(of: $0).kind } ?? .lines
  }

  mutating func begin(_ terminal: inout Terminal) {
    let kind = kind
    format?.begin { terminal.write($0, kind) }
  }

  mutating func write(_ output: Auditor.Output, _ terminal: inout Terminal) {
    let kind = kind
    switch output {
    case .session(let report, _, let damage, let notes):
      format?.session(report, damage: damage, notes: notes) { terminal.write($0, kind) }
    case .journal(let summary): format?.journal(summary) { terminal.write($0, kind) }
    case .failure(let error): format?.failure(error) { terminal.write($0, kind) }
    }
  }

  mutating func end(_ tally: Tally, _ terminal: inout Terminal) {
    let kind = kind
    format?.end(tally) { terminal.write($0, kind) }
  }
}

extension Terminal {
  fileprivate mutating func write(_ bytes: [UInt8], _ kind: OutputKind) {
    switch kind {
    case .text where style.width != nil: write(String(decoding: bytes, as: UTF8.self))
    case .text, .lines: write(bytes)
    case .json: write(json: bytes)
    }
  }
}
