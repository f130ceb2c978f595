/// Exact intervals and tests of rates.
package enum RateTests {
  /// The Clopper–Pearson interval for `x` of `n`, which need not be whole numbers.
  ///
  /// It contains the true rate with a probability of at least `confidence`. Clopper and Pearson,
  /// "The use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika
  /// 26, 1934.
  package static func interval(
    _ x: Double, of n: Double, confidence: Double = 0.95
  ) -> ClosedRange<Double> {
    if n <= 0 { return 0...1 }
    let half = (1 - confidence) / 2
    let low = x <= 0 ? 0 : BetaDistribution.quantile(half, x, n - x + 1)
    let high = x >= n ? 1 : BetaDistribution.quantile(1 - half, x + 1, n - x)
    return min(low, high)...max(low, high)
  }

  /// The two-sided p-value of Fisher's exact test for `x1` of `n1` and `x2` of `n2`.
  ///
  /// It is the probability of all tables with the same sums that are at most as probable as the
  /// observed one. Time grows with the standard deviation of the table.
  package static func fisher(_ x1: Int, of n1: Int, _ x2: Int, of n2: Int) -> Double {
    let hits = x1 + x2
    let range = max(0, hits - n2)...min(hits, n1)
    if range.count == 1 { return 1 }
    // Weights relative to that of the observed table; each follows from its neighbour.
    let limit = 1 + 1e-7
    var (all, extreme) = (1.0, 1.0)
    for step in [1, -1] {
      var weight = 1.0
      var k = x1
      while range.contains(k + step) {
        let next = step > 0 ? k : k - 1
        let ratio =
          Double(n1 - next) * Double(hits - next)
          / (Double(next + 1) * Double(n2 - hits + next + 1))
        weight *= step > 0 ? ratio : 1 / ratio
        k += step
        all += weight
        if weight <= limit { extreme += weight }
        // Beyond the mode, weights only become smaller.
        let isFalling = step > 0 ? ratio < 1 : ratio > 1
        if isFalling && weight < 1e-18 { break }
        if weight > 1e280 { return extreme / all }
      }
    }
    return min(1, extreme / all)
  }

  /// The smallest p-value of Fisher's test that `hits` in both groups together can have.
  package static func smallestPossible(_ hits: Int, _ n1: Int, _ n2: Int) -> Double {
    let (low, high) = (max(0, hits - n2), min(hits, n1))
    return min(
      fisher(low, of: n1, hits - low, of: n2), fisher(high, of: n1, hits - high, of: n2))
  }

  /// The adjusted p-values of tests.
  ///
  /// Some tests have too few counts for a small p-value.
  ///
  /// Those that could not be significant are left out of the number of tests and get the value 1.
  /// Gilbert, "A modified false discovery rate multiple-comparisons procedure for discrete data",
  /// Applied Statistics 54, 2005.
  package static func adjusted(
    _ tests: [(value: Double, smallest: Double)], level: Double
  ) -> [Double] {
    let smallest = tests.map(\.smallest).sorted()
    var number = max(1, smallest.count)
    for count in 1...number {
      let possible = smallest.partitioningIndex { $0 > level / Double(count) }
      if possible <= count {
        number = count
        break
      }
    }
    let limit = level / Double(number)
    let kept = tests.indices.filter { tests[$0].smallest <= limit }
    var adjusted = Array(repeating: 1.0, count: tests.count)
    for (index, value) in zip(kept, Self.adjusted(kept.map { tests[$0].value })) {
      adjusted[index] = value
    }
    return adjusted
  }

  /// The adjusted p-values of Benjamini and Hochberg, in the order of the p-values.
  ///
  /// If all tests with an adjusted value of at most q are called differences, at most the share q
  /// of these is wrong on average. "Controlling the false discovery rate", J. R. Statist. Soc. B
  /// 57, 1995.
  package static func adjusted(_ values: [Double]) -> [Double] {
    var adjusted = values
    var smallest = 1.0
    let order = values.indices.sorted { (values[$0], $0) > (values[$1], $1) }
    for (passed, index) in order.enumerated() {
      let rank = Double(values.count - passed)
      smallest = min(smallest, values[index] * Double(values.count) / rank)
      adjusted[index] = smallest
    }
    return adjusted
  }

  /// The number of trials on each side with which a doubling of this rate is found in four of five
  /// comparisons at the level 0.05.
  package static func trialsForDoubling(of rate: Double) -> Double {
    let doubled = min(2 * rate, (1 + rate) / 2)
    let change = doubled - rate
    if change <= 0 { return 0 }
    let quantiles = 1.959964 + 0.841621
    return quantiles * quantiles * (rate * (1 - rate) + doubled * (1 - doubled))
      / (change * change)
  }
}

extension RateTests {
  /// With zero hits on both sides, the number with which the rate is surely below 1 %.
  private static let trialsWithoutHit = 368.0

  /// The number of trials on each side with which a doubling of the first rate is found in four of
  /// five comparisons; nil if no number is known.
  package static func needed(_ x1: Int, of n1: Int, _ x2: Int, of n2: Int) -> Double? {
    if n1 + n2 == 0 { return nil }
    if x1 + x2 == 0 { return trialsWithoutHit }
    let pooled = Double(x1 + x2) / Double(n1 + n2)
    let base = x1 > 0 ? Double(x1) / Double(n1) : pooled
    return base >= 1 ? nil : trialsForDoubling(of: base)
  }
}

extension [Double] {
  /// The index of the first element of a sorted array for which the condition holds; it holds for
  /// all after it.
  fileprivate func partitioningIndex(where isAfter: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
