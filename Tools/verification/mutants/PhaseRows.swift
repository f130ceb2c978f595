import AdSession
import AdSimulator
import PropertyTesting

/// The phase table: how often each kind of event comes in each phase of its ad and of the app, what
/// phase follows, and why it never comes.
enum PhaseRows {
  /// Prints the table of about so many sessions of the deciding manager under all faults, and of a
  /// thousandth as many of each mutant.
  static func write(sessions: Int) {
    let deciding = visits(Simulation(faults: .all), sessions)
    var mutants = PhaseVisits()
    for mutant in Mutant.allCases {
      visits(Simulation(faults: .all, mutant: mutant), sessions / 1_000, into: &mutants)
    }
    print("of\tphase\tkind\tbecomes\tdeciding\tmutants\timpossible because")
    var missing = 0
    var unexplained = 0
    for pair in PhasePair.all {
      let count = deciding.count(pair)
      let reason = pair.impossibleBecause
      if count == 0 { missing += 1 }
      if (count == 0) != (reason != nil) { unexplained += 1 }
      let after = (count > 0 ? deciding : mutants).phases(after: pair).joined(separator: " ")
      let columns = [
        pair.machine.rawValue, pair.phaseName, pair.kind.name, after, String(count),
        String(mutants.count(pair)), reason ?? "",
      ]
      print(columns.joined(separator: "\t"))
    }
    print(
      "# \(PhasePair.all.count - missing) visited, \(missing) impossible, \(unexplained) unexplained, "
        + "in \(deciding.sessions) sessions")
  }

  private static func visits(_ simulation: Simulation, _ sessions: Int) -> PhaseVisits {
    var visits = PhaseVisits()
    Self.visits(simulation, sessions, into: &visits)
    return visits
  }

  private static func visits(
    _ simulation: Simulation, _ sessions: Int, into visits: inout PhaseVisits
  ) {
    let end = visits.sessions + sessions
    var seed: UInt64 = 1
    while visits.sessions < end {
      for trace in simulation.sessions(Choices(seed: seed)) { visits.add(trace) }
      seed += 1
    }
  }
}
