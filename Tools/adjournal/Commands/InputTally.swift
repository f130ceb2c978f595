import AdAudit
import AdReplay

/// The totals of the journals read so far, and the exit codes of failures.
struct InputTally {
  private(set) var tally = Tally()
  private(set) var codes: [ExitCode] = []
  private var isDamaged = false
  private(set) var repeated = RepeatedSessions()

  /// Adds a session and the number of its damaged locations.
  mutating func add(_ session: Tally, damage: Int) {
    tally.add(session)
    add(damage: damage)
  }

  /// Ends a journal after its sessions; `damage` counts the locations that belong to no session.
  mutating func endJournal(_ summary: JournalSummary, damage: Int) {
    add(damage: damage)
    repeated.add(summary)
    tally.repeatedSessions = repeated.count
    tally.journals += 1
    if isDamaged { tally.damaged += 1 }
    isDamaged = false
  }

  /// Adds one output of an audit; prints an error for a file that could not be read.
  mutating func take(_ output: Auditor.Output) {
    switch output {
    case .session(_, let session, let damage, _): add(session, damage: damage.total())
    case .journal(let summary):
      endJournal(summary, damage: summary.damage.total())
      summary.printVersionWarning()
    case .failure(let error): fail(error)
    }
  }

  /// Whether nothing was read because of failures: then figures would be zeros that mean nothing.
  var isOfNothing: Bool { tally.journals == 0 && tally.sessions == 0 && !codes.isEmpty }

  /// Prints that sessions count more than once, if any do.
  func printRepeatedSessions() {
    if let sentence = repeated.sentence { Terminal.printError(sentence) }
  }

  /// Prints why a file could not be read.
  mutating func fail(_ error: InputError) {
    Terminal.printError(error.description)
    codes.append(.unreadable)
  }

  private mutating func add(damage: Int) {
    tally.damage += damage
    if damage > 0 { isDamaged = true }
  }
}
