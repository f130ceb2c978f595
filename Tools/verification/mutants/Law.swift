import AdRules
import AdSession
import AdSimulator
import PropertyTesting

/// Checks the managers of the simulator: under all faults they break no rule except those that a
/// fault breaks by itself.
struct Law {
  private let simulation: Simulation
  private let manager: ManagerKind
  private let judge = Judge()
  private var activations: [Int]
  private var activated: [Int]
  private var broken: [(rule: Rule, seed: UInt64, because: String, faults: [String])] = []
  private var sessions = 0

  init(_ manager: ManagerKind, _ faults: FaultSet) {
    self.manager = manager
    simulation = Simulation(faults: faults)
    activations = judge.rules.map { _ in 0 }
    activated = activations
  }

  /// Simulates and judges about `count` sessions; returns whether no rule was broken.
  mutating func hold(sessions count: Int, from seed: UInt64) -> Bool {
    var seed = seed
    while sessions < count {
      add(seed)
      seed += 1
    }
    report()
    return broken.isEmpty
  }

  private mutating func add(_ seed: UInt64) {
    let worlds = simulation.worlds(Choices(seed: seed)) { manager.make($0, nil) }
    let exemptRules = Set(worlds.flatMap(\.exemptRules))
    let traces = worlds.map { $0.journal() }
    for number in traces.indices {
      sessions += 1
      let others = OtherShows.ofProcesses(before: number, in: traces)
      let results = judge.judge(traces[number], otherShows: others)
      for (index, result) in results.enumerated() where result.activations > 0 {
        activations[index] += result.activations
        activated[index] += 1
        guard let first = result.violations.first, !exemptRules.contains(judge.rules[index].id)
        else {
          continue
        }
        let struck = worlds.flatMap { $0.struckFaults.faults.map(\.name) }
        broken.append((judge.rules[index], seed, first.because, struck))
      }
    }
  }

  private func report() {
    print("rule\tsessions\tactivations")
    for (index, rule) in judge.rules.enumerated() {
      print("\(rule.id)\t\(activated[index])\t\(activations[index])")
    }
    for (rule, seed, because, faults) in broken {
      print("# broken: \(rule.id), seed \(seed): \(because) [\(faults.joined(separator: " "))]")
    }
    let least = activations.min() ?? 0
    print(
      "# \(manager.rawValue): \(sessions) sessions, \(broken.count) broken, least activated \(least)"
    )
  }
}
