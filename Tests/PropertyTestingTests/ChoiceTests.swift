import PropertyTesting
import Testing

struct ChoiceTests {
  @Test func `the values of a domain are ordered by their distance from the origin`() {
    let domain = ChoiceDomain(-2...5, towards: 1)
    let values = (0...7).map { domain.value(at: $0) }
    #expect(values == [1, 2, 0, 3, -1, 4, -2, 5])
    #expect(values.map(domain.index) == Array(0...7))
  }

  @Test(arguments: [
    ChoiceDomain(Int64.min...Int64.max), ChoiceDomain(Int64.min...Int64.max, towards: .max),
    ChoiceDomain(Int64.min...Int64.max, towards: .min), ChoiceDomain(7...7),
    ChoiceDomain(-9...(-3)), ChoiceDomain(0...Int64.max),
  ])
  func `value and index of a choice are inverse, at the bounds too`(domain: ChoiceDomain) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let index = domain.lastIndex == .max ? random.next() : random.below(domain.lastIndex + 1)
      #expect(domain.index(of: domain.value(at: index)) == index)
    }
    for value in [domain.lowerBound, domain.upperBound, domain.origin] {
      #expect(domain.value(at: domain.index(of: value)) == value)
    }
    #expect(domain.value(at: 0) == domain.origin)
  }

  @Test func `choices repeat from the same seed and from their recording`() {
    let first = Self.draws(Choices(seed: 11))
    #expect(Self.draws(Choices(seed: 11)) == first)
    #expect(Self.draws(Choices(seed: 12)) != first)
    let source = Choices(seed: 11)
    _ = Self.draws(source)
    #expect(Self.draws(Choices(replaying: source.indexes)) == first)
  }

  @Test func `a draw after the end of a recording returns the simplest value`() {
    #expect(Self.draws(Choices(replaying: [])) == [0, 3, 0, 0])
  }

  @Test func `a draw after a rejection returns the simplest value and is not recorded`() {
    let choices = Choices(seed: 1)
    choices.reject()
    #expect(Self.draws(choices) == [0, 3, 0, 0])
    #expect(choices.isRejected && choices.recorded.isEmpty)
  }

  @Test func `draws from a wide range hit an interesting number and both of its neighbours`() {
    var met: [Int64] = []
    for seed in 0..<300 {
      met.append(Choices(seed: UInt64(seed), interesting: [14_400_000]).int(0...Int64.max))
    }
    for value: Int64 in [14_399_999, 14_400_000, 14_400_001] { #expect(met.contains(value)) }
  }

  @Test func `an index with weight 0 is never drawn but can be replayed`() {
    for seed: UInt64 in 0..<200 { #expect(Choices(seed: seed).weighted([1, 0, 2]) != 1) }
    #expect(Choices(replaying: [1]).weighted([1, 0, 2]) == 1)
  }

  private static func draws(_ choices: Choices) -> [Int64] {
    let wide = choices.int(-1000...1_000_000)
    let narrow = choices.int(3...9)
    let list = choices.array { choices.int(0...5) }
    return [Int64(wide), Int64(narrow), Int64(list.count), Int64(list.reduce(0, +))]
  }
}
