import AdRules
import AdSession
import AdSimulator
import PropertyTesting
import Testing

struct LawTests {
  @Test(arguments: ManagerKind.allCases)
  func `Without faults nothing is broken`(manager: ManagerKind) {
    var runs = Runs(Simulation())
    runs.simulation.manager = manager
    runs.run(250 * Runs.rounds, from: 50_000)
    #expect(runs.violations.isEmpty, "\(runs.violations)")
    #expect(runs.excused.isEmpty, "\(runs.excused)")
  }

  @Test(arguments: ManagerKind.allCases)
  func `Under all faults nothing is broken but what they break by themselves`(
    manager: ManagerKind
  ) {
    var runs = Runs(Simulation(faults: .all))
    runs.simulation.manager = manager
    runs.run(300 * Runs.rounds, from: 70_000)
    #expect(runs.violations.isEmpty, "\(runs.violations)")
    #expect(runs.excused.count > 10)
  }

  @Test func `Every rule is activated`() {
    var runs = Runs(Simulation(faults: .all))
    runs.run(900, from: 1)
    let never = RuleBook.all.map(\.id).filter { runs.activations[$0, default: 0] == 0 }
    #expect(never.isEmpty, "\(never)")
  }

  @Test(arguments: Fault.allCases.filter { !$0.breaks.isEmpty })
  func `A fault breaks no other rules than it names`(fault: Fault) {
    var runs = Runs(Simulation(faults: FaultSet([fault])))
    runs.run(25 * Runs.rounds, from: 9_000)
    #expect(runs.violations.isEmpty, "\(runs.violations)")
  }
}
