extension Choices {
  /// Draws an integer, preferring bounds, small numbers, interesting numbers and recent values.
  ///
  /// - Parameters:
  ///   - range: The allowed values.
  ///   - origin: The simplest value; defaults to 0, or to the bound closest to 0.
  ///   - near: Interesting numbers for this draw, in addition to ``interesting``.
  public func int(
    _ range: ClosedRange<Int64>, towards origin: Int64? = nil, near: [Int64] = []
  ) -> Int64 {
    let domain = ChoiceDomain(range, towards: origin)
    return draw(domain) { random in
      if domain.lastIndex < 64 && near.isEmpty { return random.below(domain.lastIndex &+ 1) }
      return self.index(in: domain, near: near, &random)
    }
  }

  /// Draws an integer, preferring bounds, small numbers, interesting numbers and recent values.
  public func int(
    _ range: ClosedRange<Int>, towards origin: Int? = nil, near: [Int] = []
  ) -> Int {
    let bounds = Int64(range.lowerBound)...Int64(range.upperBound)
    return Int(int(bounds, towards: origin.map(Int64.init), near: near.map(Int64.init)))
  }

  /// Draws an integer from a range with equal probability.
  public func uniform(_ range: ClosedRange<Int64>, towards origin: Int64? = nil) -> Int64 {
    let domain = ChoiceDomain(range, towards: origin)
    return draw(domain) { random in Choices.uniformIndex(in: domain, &random) }
  }

  /// Draws an integer from a range with equal probability.
  public func uniform(_ range: ClosedRange<Int>, towards origin: Int? = nil) -> Int {
    let bounds = Int64(range.lowerBound)...Int64(range.upperBound)
    return Int(uniform(bounds, towards: origin.map(Int64.init)))
  }

  /// Draws a Boolean; false is the simplest.
  ///
  /// - Parameter probability: The probability of true, clamped to the range from 0 to 1.
  public func bool(probability: Double = 0.5) -> Bool {
    let threshold = UInt64(min(max(probability, 0), 1) * 0x1p53)
    return draw(ChoiceDomain(0...1)) { random in random.next() >> 11 < threshold ? 1 : 0 } == 1
  }

  /// Records a Boolean that is determined by the context, and returns it.
  ///
  /// It takes one choice like ``bool(probability:)``, so that the choices after it keep their
  /// positions when shrinking moves a span to a context in which the Boolean is drawn.
  @discardableResult public func forced(_ value: Bool) -> Bool {
    _ = draw(ChoiceDomain(0...0)) { _ in 0 }
    return value
  }

  /// Draws a number from 0 to `count - 1` with equal probability; 0 if the count is not positive.
  public func pick(_ count: Int) -> Int {
    let last = UInt64(max(count, 1) - 1)
    return Int(
      draw(ChoiceDomain(0...Int64(last), towards: 0)) { random in random.below(last + 1) })
  }

  /// Draws an element of an array with equal probability; the first is the simplest.
  ///
  /// - Precondition: The array is not empty.
  public func pick<Value>(_ values: [Value]) -> Value { values[pick(values.count)] }

  /// Draws an index of an array of weights with a probability proportional to the weight.
  ///
  /// Index 0 is the simplest. An index with weight 0 is never drawn, but it is replayed if a
  /// recording contains it, so recordings stay valid when weights change.
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

  /// Draws an index of a wide domain.
  ///
  /// 30 % are near an interesting number, 12 % near a recent value and 6 % are bounds; the others
  /// are numbers with a random number of bits.
  private func index(
    in domain: ChoiceDomain, near: [Int64], _ random: inout SplitMix64
  ) -> UInt64 {
    let roll = random.below(100)
    if roll < 30, let value = interestingValue(near, &random), domain.contains(value) {
      return domain.index(of: value)
    }
    if roll >= 30 && roll < 42, let value = recentValue(of: domain, &random), domain.contains(value)
    {
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

  /// Draws an interesting number or one of its neighbours.
  private func interestingValue(_ near: [Int64], _ random: inout SplitMix64) -> Int64? {
    let count = near.count + interesting.count
    if count == 0 { return nil }
    let number = Int(random.below(UInt64(count)))
    let value = number < near.count ? near[number] : interesting[number - near.count]
    return value &+ Int64(random.below(3)) &- 1
  }

  /// Draws a value near one of the last 64 choices from the same domain, at most 4 apart.
  private func recentValue(of domain: ChoiceDomain, _ random: inout SplitMix64) -> Int64? {
    var earlier: [Int64] = []
    for choice in recorded.suffix(64) where choice.domain == domain { earlier.append(choice.value) }
    if earlier.isEmpty { return nil }
    let value = earlier[Int(random.below(UInt64(earlier.count)))]
    let offset = random.below(2) == 0 ? 0 : Int64(random.below(9)) &- 4
    let (sum, overflows) = value.addingReportingOverflow(offset)
    return overflows ? nil : sum
  }
}
