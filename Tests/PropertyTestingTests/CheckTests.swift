import PropertyTesting
import Testing

struct CheckTests {
  private let sorted = "each is at most the next"

  @Test func `a property that holds passes, and its labels and checks are counted`() throws {
    var settings = CheckSettings(cases: 200)
    settings.requirements = [Requirement("empty", atLeast: 3), Requirement("long", atLeast: 3)]
    let coverage = try check("a sorted array is in order", settings) { trial in
      let numbers = trial.choices.array { trial.choices.int(-9...9) }.sorted()
      if numbers.isEmpty { trial.label("empty") }
      if numbers.count > 8 { trial.label("long") }
      trial.expect(zip(numbers, numbers.dropFirst()).allSatisfy(<=), sorted)
    }
    #expect(coverage.cases == 200 && coverage.reachedCount(of: sorted) == 200)
    #expect(coverage.count(of: "empty") >= 3)
  }

  @Test func `the error of a failed property has the case, its seed and its replay`() throws {
    var settings = CheckSettings(cases: 500, seed: 3)
    settings.command = "swift test --filter 'the sum'"
    let error = #expect(throws: PropertyError.self) {
      try check("the sum is small", settings, property(below: 100))
    }
    let text = try #require(error).description
    #expect(
      text == """
        failed: the sum is small
        because: the sum is 100
          [100]
        found in case 1, seed 2092789425003139053
        shrunk in 25 evaluations
        replay: choices:1.64.0
        command: ADJOURNAL_REPLAY=choices:1.64.0 swift test --filter 'the sum'
        """)
  }

  @Test func `a failing case is replayed from its seed and from its choices`() throws {
    let found = try counterexample(
      of: search("the sum is small", CheckSettings(), property(below: 100)))
    for replay in [Replay.seed(found.seed), .choices(found.indexes)] {
      var settings = CheckSettings()
      settings.replay = Replay(replay.description)
      let again = try counterexample(of: search("the sum is small", settings, property(below: 100)))
      #expect(again.indexes == found.indexes && again.caseNumber == 0)
    }
    #expect(Replay("choices:1.xyz") == nil && Replay("seed:-1") == nil && Replay("7") == nil)
  }

  @Test func `shrinking a case keeps the reason of its failure`() throws {
    let verdict = search("two mistakes", CheckSettings(cases: 2_000)) { trial in
      let number = trial.choices.int(0...1_000_000)
      trial.expect(number < 500_000, "great")
      trial.expect(number % 10 != 7, "seven")
    }
    let found = try counterexample(of: verdict)
    #expect(found.failure.reason == "seven" || found.indexes == [500_000])
    let great = search("one of two", CheckSettings(cases: 5_000, seed: 8)) { trial in
      let number = trial.choices.uniform(0...1_000_000)
      if number >= 900_000 { trial.fail("great", because: "\(number)") }
      if number % 2 == 1 { trial.fail("odd", because: "\(number)") }
    }
    let other = try counterexample(of: great)
    #expect(other.failure.because == (other.failure.reason == "great" ? "900000" : "1"))
  }

  @Test func `a thrown error fails the case`() throws {
    struct Full: Error {}
    let found = try counterexample(
      of: search("nothing is thrown") { trial in
        if trial.choices.int(0...50) > 20 { throw Full() }
      })
    #expect(found.failure.reason == "Full was thrown" && found.indexes == [21])
    let own = try counterexample(
      of: search("nothing is thrown") { trial in
        if trial.choices.bool() { throw PropertyFailure(reason: "own", because: "it was true") }
      })
    #expect(own.failure == PropertyFailure(reason: "own", because: "it was true"))
  }

  @Test func `a search over an asynchronous property gives the same counterexample`() async throws {
    let now = try await counterexample(
      of: search("the sum is small", CheckSettings(), property(below: 100)))
    let later = await search("the sum is small", CheckSettings()) { (trial: Trial) async in
      await Task.yield()
      self.property(below: 100)(trial)
    }
    let found = try counterexample(of: later)
    #expect(found.indexes == now.indexes && found.evaluations == now.evaluations)
  }

  private func property(below limit: Int) -> (Trial) -> Void {
    { trial in
      let numbers = trial.choices.array { trial.choices.int(0...1000) }
      let sum = numbers.reduce(0, +)
      trial.note("\(numbers)")
      trial.expect(sum < limit, "the sum is small", because: "the sum is \(sum)")
    }
  }
}

/// The counterexample of a failed property; throws for any other verdict.
func counterexample(of verdict: PropertyVerdict) throws -> Counterexample {
  guard case .failed(let found) = verdict else {
    throw PropertyFailure(reason: "the property did not fail", because: "the verdict is \(verdict)")
  }
  return found
}
