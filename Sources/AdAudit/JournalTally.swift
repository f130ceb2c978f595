package import AdReplay

/// Counts journals while their sessions and their ends come in order.
package struct JournalTally {
  /// The counts so far.
  package private(set) var tally = Tally()
  /// The sessions that count more than once.
  package private(set) var repeated = RepeatedSessions()
  /// Whether the current journal has damage.
  private var isDamaged = false

  /// Makes a tally without journals.
  package init() {}

  /// Adds a session and the number of its damaged locations.
  package mutating func add(_ session: Tally, damage: Int) {
    tally.add(session)
    add(damage: damage)
  }

  /// Ends a journal after its sessions; `damage` counts the locations that belong to no session.
  package mutating func endJournal(_ summary: JournalSummary, damage: Int) {
    add(damage: damage)
    repeated.add(summary)
    tally.repeatedSessions = repeated.count
    tally.journals += 1
    if isDamaged { tally.damaged += 1 }
    isDamaged = false
  }

  /// Adds one output of an audit; a file that could not be read does not count.
  package mutating func take(_ output: Auditor.Output) {
    switch output {
    case .session(_, let session, let damage, _): add(session, damage: damage.total())
    case .journal(let summary): endJournal(summary, damage: summary.damage.total())
    case .failure: break
    }
  }

  private mutating func add(damage: Int) {
    tally.damage += damage
    if damage > 0 { isDamaged = true }
  }
}
