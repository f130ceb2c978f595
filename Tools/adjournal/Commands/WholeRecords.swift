import AdReplay
import AdReports

/// Reads the lines of journals that are whole, valid records, in their order.
struct WholeRecords {
  /// The sessions to read; empty for all.
  let wanted: Set<String>
  private var seen: Set<String> = []
  private var codes: [ExitCode] = []

  init(only wanted: Set<String>) { self.wanted = wanted }

  /// Calls with each record of one input; what cannot be read is said and counted, not thrown.
  mutating func read(
    _ input: JournalFiles.Input, _ body: (JournalLine, JournalLine.Record) throws -> Void
  ) throws {
    switch input {
    case .failure(let error): fail(error)
    case .journal(let path):
      do {
        try read(path: path, body)
      } catch let error as InputError {
        fail(error)
      }
    }
  }

  private mutating func fail(_ error: InputError) {
    Terminal.complain("\(error)")
    codes.append(.unreadable)
  }

  private mutating func read(
    path: String, _ body: (JournalLine, JournalLine.Record) throws -> Void
  ) throws {
    var leftOut: (first: Damage, count: Int)?
    defer { if let leftOut { report(leftOut.first, leftOut.count, path) } }
    let torn = try Journal.forEachLine(of: path) { line in
      switch line.content {
      case .blank: return
      case .damaged(let damage):
        if concerns(damage.session) {
          leftOut = (leftOut?.first ?? damage, (leftOut?.count ?? 0) + 1)
        }
      case .record(let record):
        guard concerns(record.session) else { return }
        if !wanted.isEmpty { seen.insert(record.session) }
        try body(line, record)
      }
    }
    if let torn {
      codes.append(.damaged)
      Terminal.complain("\(path): line \(torn.line), \(torn.code.rawValue): \(torn.because)")
    }
  }

  private func concerns(_ session: String?) -> Bool {
    wanted.isEmpty || session.map(wanted.contains) ?? true
  }

  private mutating func report(_ first: Damage, _ count: Int, _ path: String) {
    codes.append(.damaged)
    Terminal.complain(
      "\(path): \(AuditText.count(count, "damaged line")) left out; the first is line "
        + "\(first.line), \(first.code.rawValue): \(first.because)")
  }

  /// The wanted sessions that no record names.
  var missing: [String] { wanted.subtracting(seen).sorted() }

  /// The exit code of what was read.
  var code: ExitCode { ExitCode.worst(codes) }
}
