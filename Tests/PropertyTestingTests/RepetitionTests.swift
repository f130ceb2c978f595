import PropertyTesting
import Testing

/// Cases that repeat something many times.
struct RepetitionTests {
  @Test func `what is repeated often becomes alike within few evaluations`() throws {
    var settings = CheckSettings(cases: 300, seed: 5)
    settings.maximumEvaluations = 300
    let verdict = search("few rounds are won", settings) { trial in
      var rounds: [[Int]] = []
      trial.choices.repeating(0...30, average: 60, label: "round") {
        rounds.append((0..<8).map { _ in trial.choices.int(0...1_000_000) })
      }
      let won = rounds.filter { $0.reduce(0, +) > 10 }
      trial.note("\(Set(won).count) of \(won.count)")
      trial.expect(won.count < 20, "few")
    }
    #expect(try counterexample(of: verdict).notes.last == "1 of 20")
  }

  @Test func `shrinking ends when its cases have cost the maximum`() throws {
    var settings = CheckSettings(cases: 300, seed: 5)
    settings.maximumCost = 120
    let verdict = search("no number is large", settings) { trial in
      trial.cost = 10
      trial.expect(
        trial.choices.array { trial.choices.int(0...9_999) }.allSatisfy { $0 < 5_000 }, "small")
    }
    #expect(try counterexample(of: verdict).evaluations == 12)
  }
}
