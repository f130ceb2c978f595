import AdAudit
import AdReplay

/// What a run over journals comes to, as their sessions are handed out.
struct InputTally {
  private(set) var tally = Tally()
  private(set) var codes: [ExitCode] = []
  private var isDamaged = false

  /// Adds sessions in which nothing was found.
  mutating func add(_ quiet: Tally) { tally.add(quiet) }

  /// Adds a session and how many damaged places it has.
  mutating func add(_ session: Tally, damage: Int) {
    tally.add(session)
    add(damage: damage)
  }

  /// Ends a journal, all sessions of which were added; `damage` is what belongs to none of them.
  mutating func endJournal(damage: Int) {
    add(damage: damage)
    tally.journals += 1
    if isDamaged { tally.damaged += 1 }
    isDamaged = false
  }

  /// Takes what an audit hands out, and says of what could not be read that it could not.
  mutating func take(_ output: Auditor.Output) {
    switch output {
    case .session(_, let session, let damage, _): add(session, damage: damage.count)
    case .journal(let summary):
      endJournal(damage: summary.damage.count)
      summary.complainOfVersion()
    case .failure(let error): fail(error)
    }
  }

  /// Says why a file could not be read.
  mutating func fail(_ error: InputError) {
    Terminal.complain(error.description)
    codes.append(.unreadable)
  }

  private mutating func add(damage: Int) {
    tally.damage += damage
    if damage > 0 { isDamaged = true }
  }
}
