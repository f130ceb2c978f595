import AdRules
import AdSession
import AdSimulator
import PropertyTesting
import Testing

struct MutantTests {
  /// One mutant in nine, others with each round: the whole table is made by `Tools/verification/mutants`.
  private static let sample = Mutant.allCases.filter {
    Int($0.rawValue) % 9 < Runs.rounds
  }

  @Test(arguments: sample)
  func `A rule finds the mutant within 1000 sessions`(mutant: Mutant) {
    var runs = Runs(Simulation(faults: .all, mutant: mutant))
    var seed: UInt64 = 1
    while runs.sessions < 1_000 && runs.violations.isEmpty {
      runs.run(seed: seed)
      seed += 1
    }
    #expect(!runs.violations.isEmpty, "\(mutant.name) survived: \(mutant.says)")
  }

  @Test func `Every mutant has a name, a sentence and a source of its own`() {
    #expect(Set(Mutant.allCases.map(\.name)).count == Mutant.allCases.count)
    for mutant in Mutant.allCases {
      #expect(Mutant.named(mutant.name) == mutant)
      #expect(mutant.says.hasSuffix(".") && !mutant.source.isEmpty)
    }
  }

  @Test func `Every fault has a name and a sentence, and breaks rules of the catalogue`() {
    #expect(Set(Fault.allCases.map(\.name)).count == Fault.allCases.count)
    let ids = Set(RuleBook.all.map(\.id))
    for fault in Fault.allCases {
      #expect(Fault.named(fault.name) == fault && fault.says.hasSuffix("."))
      #expect(ids.isSuperset(of: fault.breaks), "\(fault.name)")
    }
  }
}
