import PropertyTesting
import Testing

@Suite struct `A generator` {
  private func smallest<Value: Sendable>(
    of generator: Generator<Value>, where isWanted: @escaping (Value) -> Bool
  ) throws -> String {
    let verdict = search("not wanted", CheckSettings(cases: 5_000)) { trial in
      let value = generator.draw(trial.choices)
      trial.note("\(value)")
      trial.expect(!isWanted(value), "unwanted")
    }
    return try broken(verdict).notes.last ?? ""
  }

  @Test func `of doubles comes down to simple fractions`() throws {
    let doubles = Generator { $0.double(-1000...1000) }
    #expect(try smallest(of: doubles) { $0 > 12.3 } == "13.0")
    #expect(try smallest(of: doubles) { $0 != $0.rounded() } == "0.5")
    #expect(try smallest(of: Generator { $0.anyDouble() }) { $0.isNaN }.contains("nan"))
    #expect(try smallest(of: Generator { $0.anyDouble() }) { $0 == .infinity } == "inf")
    for seed: UInt64 in 0..<500 {
      #expect((-0.3...0.2).contains(Choices(seed: seed).double(-0.3...0.2)))
    }
  }

  @Test func `of texts comes down to the simplest that is wanted`() throws {
    let texts = Generator { $0.string() }
    #expect(try smallest(of: texts) { $0.count >= 3 } == "aaa")
    #expect(try smallest(of: texts) { $0.contains("z") } == "z")
    let hard = Generator { $0.anyString() }
    #expect(try smallest(of: hard) { $0.unicodeScalars.contains { $0.value < 32 } }.count == 1)
  }

  @Test func `combines others`() throws {
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

  @Test func `that is recursive puts an inner value in the place of an outer one`() throws {
    let leaf = Generator { "\($0.int(0...9))" }
    let trees = Generator<String>.recursive(depth: 6, leaf: leaf) { inner in
      Generator { "(\(inner.draw($0)) \(inner.draw($0)))" }
    }
    #expect(try smallest(of: trees) { $0.contains("7") } == "7")
    #expect(try smallest(of: trees) { $0.contains("((") } == "((0 0) 0)")
  }

  @Test func `whose filter never fits rejects the case, and does not throw`() {
    let verdict = search("never", CheckSettings(cases: 3)) { trial in
      _ = trial.choices.filter({ trial.choices.int(0...9) }, { $0 > 9 })
      trial.arm("filtered")
    }
    guard case .rejectedTooOften(let coverage) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(coverage.cases == 0 && coverage.rejected > 3)
  }

  @Test func `of an order shrinks to the given one`() throws {
    let orders = Generator { $0.shuffled(["a", "b", "c", "d"]) }
    #expect(try smallest(of: orders) { $0.first == "c" } == #"["c", "a", "b", "d"]"#)
  }
}
