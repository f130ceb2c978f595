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
    var (all, extreme) = (1.0, 1.0)
    for step in [1, -1] {
      forEachWeight(x1, n1, x2, n2, step) { weight in
        all += weight
        if weight <= 1 + 1e-7 { extreme += weight }
      }
    }
    return min(1, extreme / all)
  }

  /// Calls the body with the weights of the tables on one side of the observed one that have the
  /// same sums, relative to its own, the nearest one first; without those that are negligible.
  private static func forEachWeight(
    _ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int, _ step: Int, _ body: (Double) -> Void
  ) {
    let hits = x1 + x2
    let range = max(0, hits - n2)...min(hits, n1)
    var (weight, k) = (1.0, x1)
    while range.contains(k + step) {
      let next = step > 0 ? k : k - 1
      let ratio =
        Double(n1 - next) * Double(hits - next)
        / (Double(next + 1) * Double(n2 - hits + next + 1))
      weight *= step > 0 ? ratio : 1 / ratio
      k += step
      body(weight)
      // Beyond the mode, weights only become smaller.
      let isFalling = step > 0 ? ratio < 1 : ratio > 1
      if isFalling && weight < 1e-18 || weight > 1e280 { return }
    }
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
    let kept = possible(tests.map { $0.smallest }, level: level)
    var shares = Array(repeating: 0.0, count: tests.count)
    for index in kept { shares[index] = 1 / Double(kept.count) }
    return adjusted(tests.map { $0.value }, shares: shares)
  }

  /// The indices of the tests that can be significant if they share the level equally.
  package static func possible(_ smallest: [Double], level: Double) -> [Int] {
    let sorted = smallest.sorted()
    var number = max(1, sorted.count)
    for count in 1...number {
      let possible = sorted.partitioningIndex { $0 > level / Double(count) }
      if possible <= count {
        number = count
        break
      }
    }
    return smallest.indices.filter { smallest[$0] <= level / Double(number) }
  }

  /// The adjusted p-values of Benjamini and Hochberg, in the order of the p-values.
  ///
  /// If all tests with an adjusted value of at most q are called differences, at most the share q
  /// of these is wrong on average. "Controlling the false discovery rate", J. R. Statist. Soc. B
  /// 57, 1995.
  package static func adjusted(_ values: [Double]) -> [Double] {
    adjusted(values, shares: values.map { _ in 1 / Double(values.count) })
  }

  /// The adjusted p-values of tests with unequal shares of the level; the shares add up to at most
  /// 1, and a test without a share gets the value 1.
  ///
  /// Genovese, Roeder and Wasserman, "False discovery control with p-value weighting", Biometrika
  /// 93, 2006. The shares must not depend on what the tests find.
  package static func adjusted(_ values: [Double], shares: [Double]) -> [Double] {
    var adjusted = Array(repeating: 1.0, count: values.count)
    let weighted = values.indices.map { shares[$0] > 0 ? values[$0] / shares[$0] : .infinity }
    let order = values.indices.sorted { (weighted[$0], $0) > (weighted[$1], $1) }
    var smallest = 1.0
    for (passed, index) in order.enumerated() where shares[index] > 0 {
      smallest = min(smallest, weighted[index] / Double(values.count - passed))
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

extension RateTests {
  /// The share of its level that a test for more hits in the second group gets.
  private static let shareOfRises = 0.8
  /// The quantile of the normal distribution at 0.9.
  private static let quantile = 1.281552

  /// The p-value of Fisher's exact test for more or fewer hits in the second group.
  ///
  /// More hits get four fifths of the level, fewer hits one fifth: the value is the smaller one of
  /// both one-sided p-values, each divided by its share.
  package static func directed(_ x1: Int, of n1: Int, _ x2: Int, of n2: Int) -> Double {
    let (atLeast, atMost) = tails(x1, n1, x2, n2)
    return min(1, atLeast / shareOfRises, atMost / (1 - shareOfRises))
  }

  /// The smallest value of ``directed(_:of:_:of:)`` that `hits` in both groups together can have.
  package static func smallestDirected(_ hits: Int, _ n1: Int, _ n2: Int) -> Double {
    let (low, high) = (max(0, hits - n2), min(hits, n1))
    return min(
      directed(low, of: n1, hits - low, of: n2), directed(high, of: n1, hits - high, of: n2))
  }

  /// The level at which ``directed(_:of:_:of:)`` finds a doubling of the rate in nine of ten
  /// comparisons; nil if it finds it too rarely at any level.
  ///
  /// It follows from the sum of the hits, not from their difference.
  package static func levelForDoubling(_ hits: Int, _ n1: Int, _ n2: Int) -> Double? {
    let (first, second, sum) = (Double(n1), Double(n2), Double(hits))
    // The first rate with which the hits add up to this sum, if the second one is its double, or
    // half way to 1.
    let small = sum / (first + 2 * second)
    let rate = small <= 1.0 / 3 ? small : (sum - second / 2) / (first + second / 2)
    let (x1, x2) = (first * rate, second * min(2 * rate, (1 + rate) / 2))
    let variance = 1 / (1 / x1 + 1 / (first - x1) + 1 / x2 + 1 / (second - x2))
    let critical = (x2 - quantile * variance.squareRoot()).rounded(.down)
    guard critical > sum * second / (first + second), critical <= min(sum, second),
      sum - critical <= first
    else { return nil }
    let hits2 = Int(critical)
    return tails(hits - hits2, n1, hits2, n2).atLeast / shareOfRises
  }

  /// The probabilities of at least and of at most `x2` hits in the second group, if both groups
  /// have the same rate and as many hits together.
  private static func tails(
    _ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int
  ) -> (atLeast: Double, atMost: Double) {
    var (fewer, more) = (0.0, 0.0)
    forEachWeight(x1, n1, x2, n2, 1) { fewer += $0 }
    forEachWeight(x1, n1, x2, n2, -1) { more += $0 }
    let all = 1 + fewer + more
    return ((1 + more) / all, (1 + fewer) / all)
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
