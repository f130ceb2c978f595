import PropertyTesting
import Testing

@testable import AdTesting

/// The text of a replay.
@Suite struct CaseCodeTests {
  @Test func `the text of a case gives its choices back, without zeros at the end`() throws {
    for seed in UInt64(0)..<200 {
      let choices = randomChoices(seed)
      let decoded = try #require(CaseCode.decode(CaseCode.encode(choices)), "seed \(seed)")
      let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      #expect(decoded == Array(choices[..<end]), "seed \(seed)")
    }
  }

  /// Zeros, small and large numbers, and repetitions of what came before.
  private func randomChoices(_ seed: UInt64) -> [UInt64] {
    let source = Choices(seed: seed)
    var choices: [UInt64] = []
    for _ in 0..<source.uniform(0...40) {
      switch source.pick(4) {
      case 0: choices += Array(repeating: 0, count: source.uniform(1...150))
      case 1: choices.append(UInt64(bitPattern: source.uniform(.min ... .max)))
      case 2: choices.append(UInt64(source.uniform(0...70)))
      default:
        let distance = source.uniform(0...min(choices.count, 400))
        for _ in 0..<source.uniform(1...90) where distance > 0 {
          choices.append(choices[choices.count - distance])
        }
      }
    }
    return choices
  }

  @Test func `a part that comes twenty times is written once`() {
    let part: [UInt64] = [1, 0, 0, 0, 300, 7, 0, 9]
    let one = CaseCode.encode(part)
    let many = CaseCode.encode(Array(repeating: part, count: 20).flatMap { $0 })
    #expect(many.utf8.count <= one.utf8.count + 6, "\(many)")
  }

  @Test func `a repetition of what does not exist, or without an end, is no case`() {
    for body in ["*11", "1*21", "1*1", "1*", "1*10", "1*1zzzzzzzzzzzz", "1*1xZZZZ"] {
      #expect(CaseCode.decode(CaseCode.checked(body)) == nil, "\(body)")
    }
  }

  @Test func `a text with unknown words is not a case`() {
    let text = CaseCode.encode(Array(repeating: 1, count: 10))
    #expect(text.hasPrefix("1*19."))
    #expect(CaseCode.decode(CaseCode.checked("1111111111")) == nil)
    #expect(CaseCode.decode(CaseCode.checked("1_0")) == nil, "zeros at the end")
  }
}
