extension Choices {
  /// A whole number of a range, more often at its ends, small, near interesting numbers, and near
  /// what was drawn from the same range before.
  ///
  /// - Parameters:
  ///   - origin: The simplest value; without one 0, or the bound nearest to 0.
  ///   - near: Interesting numbers of this draw alone, beside ``interesting``.
  public func int(
    _ range: ClosedRange<Int64>, towards origin: Int64? = nil, near: [Int64] = []
  ) -> Int64 {
    let domain = ChoiceDomain(range, towards: origin)
    return draw(domain) { random in
      if domain.lastIndex < 64 && near.isEmpty { return random.below(domain.lastIndex &+ 1) }
      return self.index(in: domain, near: near, &random)
    }
  }

  /// A whole number of a range of `Int`.
  public func int(
    _ range: ClosedRange<Int>, towards origin: Int? = nil, near: [Int] = []
  ) -> Int {
    let bounds = Int64(range.lowerBound)...Int64(range.upperBound)
    return Int(int(bounds, towards: origin.map(Int64.init), near: near.map(Int64.init)))
  }

  /// A whole number of a range, each equally likely.
  public func uniform(_ range: ClosedRange<Int64>, towards origin: Int64? = nil) -> Int64 {
    let domain = ChoiceDomain(range, towards: origin)
    return draw(domain) { random in Choices.uniformIndex(in: domain, &random) }
  }

  /// A whole number of a range of `Int`, each equally likely.
  public func uniform(_ range: ClosedRange<Int>, towards origin: Int? = nil) -> Int {
    let bounds = Int64(range.lowerBound)...Int64(range.upperBound)
    return Int(uniform(bounds, towards: origin.map(Int64.init)))
  }

  /// True with a probability from 0 to 1; false is the simplest.
  public func bool(probability: Double = 0.5) -> Bool {
    let threshold = UInt64(min(max(probability, 0), 1) * 0x1p53)
    return draw(ChoiceDomain(0...1)) { random in random.next() >> 11 < threshold ? 1 : 0 } == 1
  }

  /// A boolean that cannot be otherwise here, recorded so that later choices keep their places when
  /// the part moves to where it is free.
  @discardableResult public func forced(_ value: Bool) -> Bool {
    _ = draw(ChoiceDomain(0...0)) { _ in 0 }
    return value
  }

  /// A number from 0 up to, not including, a count, each equally likely; 0 where there is none.
  public func pick(_ count: Int) -> Int {
    let last = UInt64(max(count, 1) - 1)
    return Int(
      draw(ChoiceDomain(0...Int64(last), towards: 0)) { random in random.below(last + 1) })
  }

  /// One of some values, each equally likely; the first is the simplest.
  ///
  /// - Precondition: There is at least one.
  public func pick<Value>(_ values: [Value]) -> Value { values[pick(values.count)] }

  /// A number from 0 up to the count of weights, as often as its weight says; 0 is the simplest.
  ///
  /// A weight of 0 is never drawn anew, but replayed where a recording has it: the numbers keep
  /// their meaning when the weights change.
  public func weighted(_ weights: [Int]) -> Int {
    let domain = ChoiceDomain(0...Int64(max(weights.count, 1) - 1), towards: 0)
    return Int(
      draw(domain) { random in
        var total: UInt64 = 0
        for weight in weights { total += UInt64(max(weight, 0)) }
        var left = random.below(total)
        for (index, weight) in weights.enumerated() where weight > 0 {
          if left < UInt64(weight) { return UInt64(index) }
          left -= UInt64(weight)
        }
        return 0
      })
  }
}

extension Choices {
  static func uniformIndex(in domain: ChoiceDomain, _ random: inout SplitMix64) -> UInt64 {
    domain.lastIndex == .max ? random.next() : random.below(domain.lastIndex + 1)
  }

  /// An index of a wide domain: three in ten near something interesting, one in eight near an
  /// earlier value, one in sixteen an end; else of a random number of bits.
  private func index(
    in domain: ChoiceDomain, near: [Int64], _ random: inout SplitMix64
  ) -> UInt64 {
    let roll = random.below(100)
    if roll < 30, let value = interestingValue(near, &random), domain.contains(value) {
      return domain.index(of: value)
    }
    if roll >= 30 && roll < 42, let value = echo(of: domain, &random), domain.contains(value) {
      return domain.index(of: value)
    }
    if roll >= 42 && roll < 48 {
      return domain.index(of: random.below(2) == 0 ? domain.lowerBound : domain.upperBound)
    }
    let widest = UInt64(UInt64.bitWidth - domain.lastIndex.leadingZeroBitCount)
    let width = random.below(widest) + 1
    let bits = random.next() >> (64 - width)
    return domain.lastIndex == .max ? bits : bits % (domain.lastIndex + 1)
  }

  /// An interesting number or a neighbour of one.
  private func interestingValue(_ near: [Int64], _ random: inout SplitMix64) -> Int64? {
    let count = near.count + interesting.count
    if count == 0 { return nil }
    let number = Int(random.below(UInt64(count)))
    let value = number < near.count ? near[number] : interesting[number - near.count]
    return value &+ Int64(random.below(3)) &- 1
  }

  /// A value that was drawn from the same domain among the last draws, or one up to four beside it.
  private func echo(of domain: ChoiceDomain, _ random: inout SplitMix64) -> Int64? {
    var earlier: [Int64] = []
    for choice in recorded.suffix(64) where choice.domain == domain { earlier.append(choice.value) }
    if earlier.isEmpty { return nil }
    let value = earlier[Int(random.below(UInt64(earlier.count)))]
    let offset = random.below(2) == 0 ? 0 : Int64(random.below(9)) &- 4
    let (sum, isOver) = value.addingReportingOverflow(offset)
    return isOver ? nil : sum
  }
}
