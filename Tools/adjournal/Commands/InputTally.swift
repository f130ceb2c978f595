import AdAudit
import AdReplay

/// The totals of the journals read so far, and the exit codes of failures.
struct InputTally {
  private var journals = JournalTally()
  private(set) var codes: [ExitCode] = []

  var tally: Tally { journals.tally }

  var repeated: RepeatedSessions { journals.repeated }

  /// Adds a session and the number of its damaged locations.
  mutating func add(_ session: Tally, damage: Int) { journals.add(session, damage: damage) }

  /// Ends a journal after its sessions; `damage` counts the locations that belong to no session.
  mutating func endJournal(_ summary: JournalSummary, damage: Int) {
    journals.endJournal(summary, damage: damage)
  }

  /// Adds one output of an audit; prints an error for a file that could not be read.
  mutating func take(_ output: Auditor.Output) {
    journals.take(output)
    switch output {
    case .session: break
    case .journal(let summary): summary.printVersionWarning()
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
}
