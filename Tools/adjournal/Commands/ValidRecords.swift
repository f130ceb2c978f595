import AdReplay
import JournalInput
import AdReports

/// Reads the valid records of journals, in the order of their lines.
struct ValidRecords {
  /// The sessions to read; empty for all.
  let wanted: Set<String>
  /// Whether a file that is not a journal is read, too.
  private let isLenient: Bool
  private var seen: Set<String> = []
  private var codes: [ExitCode] = []

  init(only wanted: Set<String>, isLenient: Bool = false) {
    self.wanted = wanted
    self.isLenient = isLenient
  }

  /// Calls the body with each valid record of one input.
  ///
  /// Damage and read errors are printed and counted, not thrown.
  mutating func read(
    _ input: JournalFiles.Input, _ body: (JournalLine, JournalLine.Record) throws -> Void
  ) throws {
    switch input {
    case .failure(let error): fail(error)
    case .journal(let path):
      var skipped: (first: Damage, count: Int)?
      do {
        try read(path: path, &skipped, body)
      } catch let error as InputError {
        // The lines of a file that is not a journal are not damaged.
        if error.reason != .notAJournal { report(skipped, path) }
        return fail(error)
      }
      report(skipped, path)
    }
  }

  private mutating func fail(_ error: InputError) {
    Terminal.printError("\(error)")
    codes.append(.unreadable)
  }

  private mutating func read(
    path: String, _ skipped: inout (first: Damage, count: Int)?,
    _ body: (JournalLine, JournalLine.Record) throws -> Void
  ) throws {
    let torn = try Journal.forEachLine(of: path, isLenient: isLenient) { line in
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

  private mutating func report(_ skipped: (first: Damage, count: Int)?, _ path: String) {
    guard let (first, count) = skipped else { return }
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
