import AdJournal
import AdReport

/// Copies the lines of journals that are whole, valid records, byte for byte and in their order.
struct WholeRecords {
  /// The sessions to copy; empty for all.
  let wanted: Set<String>
  private var seen: Set<String> = []
  private var codes: [ExitCode] = []

  init(only wanted: Set<String>) { self.wanted = wanted }

  /// Copies one input; what cannot be read is said and counted, not thrown.
  mutating func copy(_ input: JournalFiles.Input, _ terminal: inout Terminal) {
    switch input {
    case .failure(let error): fail(error)
    case .journal(let path):
      do {
        try copy(path: path, &terminal)
      } catch {
        fail(error)
      }
    }
  }

  private mutating func fail(_ error: any Error) {
    Terminal.complain("\(error)")
    codes.append(.unreadable)
  }

  private mutating func copy(path: String, _ terminal: inout Terminal) throws {
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
        terminal.write(line: line.bytes)
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

  /// The exit code, after a word about each wanted session that no record names.
  func end() -> ExitCode {
    let missing = wanted.subtracting(seen).sorted()
    for session in missing {
      Terminal.complain("session '\(session)' has no whole record in what was read")
    }
    return ExitCode.worst(codes)
  }
}
