import AdReplay
import AdReports

/// Reads the valid records of journals, in the order of their lines.
struct ValidRecords {
  /// The sessions to read; empty for all.
  let wanted: Set<String>
  private var seen: Set<String> = []
  private var codes: [ExitCode] = []

  init(only wanted: Set<String>) { self.wanted = wanted }

  /// Calls the body with each valid record of one input.
  ///
  /// Damage and read errors are printed and counted, not thrown.
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
    Terminal.printError("\(error)")
    codes.append(.unreadable)
  }

  private mutating func read(
    path: String, _ body: (JournalLine, JournalLine.Record) throws -> Void
  ) throws {
    var skipped: (first: Damage, count: Int)?
    defer { if let skipped { report(skipped.first, skipped.count, path) } }
    let torn = try Journal.forEachLine(of: path) { line in
      switch line.content {
      case .blank: return
      case .damaged(let damage):
        if concerns(damage.session) {
          skipped = (skipped?.first ?? damage, (skipped?.count ?? 0) + 1)
        }
      case .record(let record):
        guard concerns(record.session) else { return }
        if !wanted.isEmpty { seen.insert(record.session) }
        try body(line, record)
      }
    }
    if let torn {
      codes.append(.damaged)
      Terminal.printError("\(path): line \(torn.line), \(torn.code.rawValue): \(torn.because)")
    }
  }

  private func concerns(_ session: String?) -> Bool {
    wanted.isEmpty || session.map(wanted.contains) ?? true
  }

  private mutating func report(_ first: Damage, _ count: Int, _ path: String) {
    codes.append(.damaged)
    Terminal.printError(
      "\(path): \(AuditText.count(count, "damaged line")) skipped; the first is line "
        + "\(first.line), \(first.code.rawValue): \(first.because)")
  }

  /// The requested sessions without a valid record.
  var missing: [String] { wanted.subtracting(seen).sorted() }

  /// The exit code for the inputs so far.
  var code: ExitCode { ExitCode.worst(codes) }
}
