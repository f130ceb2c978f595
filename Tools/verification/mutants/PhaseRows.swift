import AdSession
import AdSimulator
import PropertyTesting

/// The phase table: how often each kind of event comes in each phase of its ad and of the app,
/// which phase follows, and why a pair is impossible.
struct PhaseRows {
  private let deciding: PhaseVisits
  private let mutants: PhaseVisits

  /// Counts about `sessions` sessions of the deciding manager under all faults, and a thousandth as
  /// many of each mutant.
  init(sessions: Int) {
    var deciding = PhaseVisits()
    Self.visit(Simulation(faults: .all), sessions, &deciding)
    var mutants = PhaseVisits()
    for mutant in Mutant.allCases {
      Self.visit(Simulation(faults: .all, mutant: mutant), sessions / 1_000, &mutants)
    }
    (self.deciding, self.mutants) = (deciding, mutants)
  }

  /// Prints the table, then the pairs that contradict it; returns whether there are none.
  func report() -> Bool {
    print("of\tphase\tkind\tbecomes\tdeciding\tmutants\timpossible because")
    for pair in PhasePair.all { print(row(pair)) }
    let visited = PhasePair.all.filter { deciding.count($0) > 0 }
    let wrong = visited.filter { $0.impossibleBecause != nil }
    let open = PhasePair.all.filter { deciding.count($0) == 0 && $0.impossibleBecause == nil }
    print("# \(visited.count) pairs visited in \(deciding.sessions) sessions")
    for pair in wrong { print("# marked impossible, but visited: \(name(pair))") }
    for pair in open { print("# neither visited nor marked impossible: \(name(pair))") }
    return wrong.isEmpty && open.isEmpty
  }

  private func row(_ pair: PhasePair) -> String {
    let visits = deciding.count(pair) > 0 ? deciding : mutants
    let columns = [
      pair.machine.rawValue, pair.phaseName, pair.kind.name,
      visits.phases(after: pair).joined(separator: " "), String(deciding.count(pair)),
      String(mutants.count(pair)), pair.impossibleBecause ?? "",
    ]
    return columns.joined(separator: "\t")
  }

  private func name(_ pair: PhasePair) -> String {
    "\(pair.machine.rawValue) \(pair.phaseName) \(pair.kind.name)"
  }

  private static func visit(
    _ simulation: Simulation, _ sessions: Int, _ visits: inout PhaseVisits
  ) {
    let end = visits.sessions + sessions
    var seed: UInt64 = 1
    while visits.sessions < end {
      for trace in simulation.sessions(Choices(seed: seed)) { visits.add(trace) }
      seed += 1
    }
  }
}
