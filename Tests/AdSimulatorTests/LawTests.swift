import AdRules
import AdSession
import AdSimulator
import PropertyTesting
import Testing

struct LawTests {
  @Test(arguments: ManagerKind.allCases)
  func `a manager violates no rule without faults`(manager: ManagerKind) {
    var runs = Runs(Simulation())
    runs.simulation.manager = manager
    runs.run(100 * Runs.rounds, from: 50_000)
    #expect(runs.violations.isEmpty, "\(runs.violations)")
    #expect(runs.exempt.isEmpty, "\(runs.exempt)")
  }

  @Test(arguments: ManagerKind.allCases)
  func `a manager violates only exempt rules under all faults`(
    manager: ManagerKind
  ) {
    var runs = Runs(Simulation(faults: .all))
    runs.simulation.manager = manager
    runs.run(100 * Runs.rounds, from: 70_000)
    #expect(runs.violations.isEmpty, "\(runs.violations)")
    #expect(runs.exempt.count > 10)
  }

  @Test func `every rule is activated in simulated sessions`() {
    var runs = Runs(Simulation(faults: .all))
    runs.run(900, from: 1)
    let never = RuleBook.all.map(\.id).filter { runs.activations[$0, default: 0] == 0 }
    #expect(never.isEmpty, "\(never)")
  }

  @Test(arguments: Fault.allCases.filter { !$0.breaks.isEmpty })
  func `a fault violates only the rules in its list`(fault: Fault) {
    var runs = Runs(Simulation(faults: FaultSet([fault])))
    runs.run(10 * Runs.rounds, from: 9_000)
    #expect(runs.violations.isEmpty, "\(runs.violations)")
  }
}
