import PropertyTesting
import Testing

struct GeneratorTests {
  private func smallest<Value: Sendable>(
    of generator: Generator<Value>, where isWanted: @escaping (Value) -> Bool
  ) throws -> String {
    let verdict = search("not wanted", CheckSettings(cases: 5_000)) { trial in
      let value = generator.draw(trial.choices)
      trial.note("\(value)")
      trial.expect(!isWanted(value), "unwanted")
    }
    return try counterexample(of: verdict).notes.last ?? ""
  }

  @Test func `a double shrinks to a simple fraction`() throws {
    let doubles = Generator { $0.double(-1000...1000) }
    #expect(try smallest(of: doubles) { $0 > 12.3 } == "13.0")
    #expect(try smallest(of: doubles) { $0 != $0.rounded() } == "0.5")
    #expect(try smallest(of: Generator { $0.anyDouble() }) { $0.isNaN }.contains("nan"))
    #expect(try smallest(of: Generator { $0.anyDouble() }) { $0 == .infinity } == "inf")
    for seed: UInt64 in 0..<500 {
      #expect((-0.3...0.2).contains(Choices(seed: seed).double(-0.3...0.2)))
    }
  }

  @Test func `a string shrinks to the simplest string that still fails`() throws {
    let texts = Generator { $0.string() }
    #expect(try smallest(of: texts) { $0.count >= 3 } == "aaa")
    #expect(try smallest(of: texts) { $0.contains("z") } == "z")
    let hard = Generator { $0.anyString() }
    #expect(try smallest(of: hard) { $0.unicodeScalars.contains { $0.value < 32 } }.count == 1)
  }

  @Test func `values of combined generators shrink like those of their parts`() throws {
    let number = Generator { $0.int(0...1000) }
    #expect(try smallest(of: number.map { $0 * 2 }) { $0 > 10 } == "12")
    #expect(try smallest(of: number.optional) { ($0 ?? 0) > 3 } == "Optional(4)")
    #expect(try smallest(of: number.filter { $0 % 3 == 0 }) { $0 > 10 } == "12")
    let counted = number.flatMap { count in Generator { _ in count % 7 }.array(0...5) }
    #expect(try smallest(of: counted) { $0.count == 2 } == "[0, 0]")
    let words = Generator<String>.frequency([
      (9, .constant("a")), (1, Generator<String>.one(of: ["b", "c"])),
    ])
    #expect(try smallest(of: words) { $0 != "a" } == "b")
    #expect(try smallest(of: words) { $0 == "c" } == "c")
  }

  @Test func `a recursive value shrinks to a value nested in it`() throws {
    let leaf = Generator { "\($0.int(0...9))" }
    let trees = Generator<String>.recursive(depth: 6, leaf: leaf) { inner in
      Generator { "(\(inner.draw($0)) \(inner.draw($0)))" }
    }
    #expect(try smallest(of: trees) { $0.contains("7") } == "7")
    #expect(try smallest(of: trees) { $0.contains("((") } == "((0 0) 0)")
  }

  @Test func `a part is called for new choices, and is left out by the simplest ones`() {
    for seed: UInt64 in 0..<50 { #expect(Choices(seed: seed).part("part") {}) }
    #expect(!Choices(replaying: []).part("part") { Issue.record("called") })
  }

  @Test func `a repetition takes its probability, and its minimum without choices`() {
    func count(_ choices: Choices, _ counts: ClosedRange<Int>, _ probability: Double) -> Int {
      var count = 0
      choices.repeating(counts, probability: probability, label: "call") { count += 1 }
      return count
    }
    let counts = (UInt64(0)..<400).map { count(Choices(seed: $0), 1...3, 0.3) }
    #expect(Set(counts) == [1, 2, 3])
    #expect((220...340).contains(counts.count { $0 == 1 }), "\(counts)")
    #expect(count(Choices(replaying: []), 2...3, 0.3) == 2)
  }

  @Test func `a filter that no value passes rejects the case`() {
    let verdict = search("never", CheckSettings(cases: 3)) { trial in
      _ = trial.choices.filter({ trial.choices.int(0...9) }, { $0 > 9 })
      trial.reach("filtered")
    }
    guard case .rejectedTooOften(let coverage) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(coverage.cases == 0 && coverage.rejected > 3)
  }

  @Test func `a permutation shrinks towards the given order`() throws {
    let orders = Generator { $0.shuffled(["a", "b", "c", "d"]) }
    #expect(try smallest(of: orders) { $0.first == "c" } == #"["c", "a", "b", "d"]"#)
  }
}
