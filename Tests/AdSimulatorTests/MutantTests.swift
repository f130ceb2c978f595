import AdRules
import AdSession
import AdSimulator
import PropertyTesting
import Testing

struct MutantTests {
  /// One mutant in nine for each round; `MutantTable` tests all of them.
  private static let sample = Mutant.allCases.filter {
    Int($0.rawValue) % 9 < Runs.rounds
  }

  @Test(arguments: sample)
  func `a rule catches the mutant within 1000 sessions`(mutant: Mutant) {
    var runs = Runs(Simulation(faults: .all, mutant: mutant))
    var seed: UInt64 = 1
    while runs.sessions < 1_000 && runs.violations.isEmpty {
      runs.run(seed: seed)
      seed += 1
    }
    #expect(!runs.violations.isEmpty, "\(mutant.name) survived: \(mutant.summary)")
  }

  @Test func `every mutant has a unique name, a summary and at most a public reference`() {
    #expect(Set(Mutant.allCases.map(\.name)).count == Mutant.allCases.count)
    for mutant in Mutant.allCases {
      #expect(Mutant.named(mutant.name) == mutant)
      #expect(mutant.summary.hasSuffix("."))
      #expect(mutant.reference?.hasPrefix("https://") ?? true, "\(mutant.name)")
    }
  }

  @Test func `every fault has a unique name, a summary and existing rules that it breaks`() {
    #expect(Set(Fault.allCases.map(\.name)).count == Fault.allCases.count)
    let ids = Set(RuleBook.all.map(\.id))
    for fault in Fault.allCases {
      #expect(Fault.named(fault.name) == fault && fault.summary.hasSuffix("."))
      #expect(ids.isSuperset(of: fault.breaks), "\(fault.name)")
    }
  }
}
