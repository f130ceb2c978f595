internal import AdReports

/// A share of sessions, requests or ads, and how far it can be trusted.
///
/// Sessions of one install are not independent: an install with a bug shows it again. The *design
/// effect* is the factor by which that widens the variance. Intervals and tests use the counts
/// divided by it, as in Korn and Graubard, "Confidence intervals for proportions with small
/// expected number of positive counts estimated from survey data", Survey Methodology 24, 1998.
package struct Rate: Equatable, Sendable {
  /// The number of sessions, requests or ads with the property.
  package let part: Int
  /// The number of all of them.
  package let whole: Int
  /// The design effect, at least 1.
  package let designEffect: Double

  /// The share; nil without a whole.
  package var value: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

  /// The interval that contains the true share with a probability of 95 %.
  package var interval: ClosedRange<Double> {
    RateTests.interval(Double(part) / designEffect, of: Double(whole) / designEffect)
  }
}

extension Rate {
  /// The share of violated sessions among those in which a rule applied.
  ///
  /// The design effect follows from the number of violated sessions of an install. If p is the
  /// share, c the mean number of violated sessions in the install of a violated one, and m that of
  /// all sessions, it is (c - pm) / (1 - p).
  init(_ violated: FleetGroup.Violated?, of activated: Int, in installs: InstallSketch) {
    part = violated?.sessions ?? 0
    whole = max(activated, part)
    let p = whole == 0 ? 0 : Double(part) / Double(whole)
    let (c, m) = (violated?.installs.meanClusterSize ?? 1, installs.meanClusterSize)
    let effect = p < 1 ? (c - p * m) / (1 - p) : m
    designEffect = min(max(1, effect), max(1, c, m))
  }

  /// A share of requests or ads, with the variance between installs.
  init(
    _ figures: PlacementFigures, _ part: (InstallSample.Sums) -> Double,
    _ whole: (InstallSample.Sums) -> Double
  ) {
    let (x, n) = (part(figures.totals), whole(figures.totals))
    self.part = Int(x)
    self.whole = Int(n)
    let p = n == 0 ? 0 : x / n
    let independent = p * (1 - p)
    guard independent > 0, let variance = figures.sample.variance(of: p, part, whole) else {
      designEffect = max(1, n / max(1, figures.totals.sessions))
      return
    }
    designEffect = max(1, variance.value * variance.whole / independent)
  }

  /// The two-sided p-value of Fisher's exact test between two rates.
  ///
  /// The larger of both design effects applies to both sides.
  package static func test(_ before: Rate, _ after: Rate) -> Double {
    let (x1, n1, x2, n2) = reduced(before, after)
    return RateTests.fisher(x1, of: n1, x2, of: n2)
  }

  /// The p-value of a test in which more violations get most of the level; see
  /// ``RateTests/directed(_:of:_:of:)``.
  static func testOfViolations(_ before: Rate, _ after: Rate) -> Double {
    let (x1, n1, x2, n2) = reduced(before, after)
    return RateTests.directed(x1, of: n1, x2, of: n2)
  }

  /// The smallest p-value of ``testOfViolations(_:_:)`` with these counts, and the level at which
  /// it finds a doubling.
  static func chances(_ before: Rate, _ after: Rate) -> (smallest: Double, forDoubling: Double?) {
    let (x1, n1, x2, n2) = reduced(before, after)
    return (
      RateTests.smallestDirected(x1 + x2, n1, n2), RateTests.levelForDoubling(x1 + x2, n1, n2)
    )
  }

  /// The share without the property.
  var complement: Rate { Rate(part: whole - part, whole: whole, designEffect: designEffect) }

  /// The smallest p-value that is possible with these counts.
  static func smallestPossible(_ before: Rate, _ after: Rate) -> Double {
    let (x1, n1, x2, n2) = reduced(before, after)
    return RateTests.smallestPossible(x1 + x2, n1, n2)
  }

  /// The counts divided by the design effect.
  private static func reduced(_ before: Rate, _ after: Rate) -> (Int, Int, Int, Int) {
    let effect = max(before.designEffect, after.designEffect)
    let (n1, n2) = (Int(Double(before.whole) / effect), Int(Double(after.whole) / effect))
    func hits(_ rate: Rate, _ most: Int) -> Int {
      min(most, Int((Double(rate.part) / effect).rounded()))
    }
    return (hits(before, n1), n1, hits(after, n2), n2)
  }
}

/// The mean of a figure over sessions or loads, with its standard error between installs.
package struct MeanFigure: Equatable, Sendable {
  package let value: Double
  /// The standard error; nil with fewer than ``fewestInstalls``.
  package let error: Double?
  /// The number of installs from which the error is known.
  package let installs: Int

  /// The minimum number of installs for an estimate of the spread.
  static let fewestInstalls = 30

  /// The ratio of two sums; nil if the second one is 0.
  init?(
    _ figures: PlacementFigures, _ part: (InstallSample.Sums) -> Double,
    _ whole: (InstallSample.Sums) -> Double
  ) {
    let n = whole(figures.totals)
    guard n > 0 else { return nil }
    value = part(figures.totals) / n
    installs = figures.sample.count
    let variance = figures.sample.variance(of: value, part, whole)
    error =
      installs < Self.fewestInstalls
      ? nil : variance.map { ($0.value * $0.whole / n).squareRoot() }
  }

  /// The interval that contains the true mean with a probability of about 95 %; nil without an
  /// error.
  package var interval: ClosedRange<Double>? {
    error.map { (value - 1.959964 * $0)...(value + 1.959964 * $0) }
  }

  /// The two-sided p-value of Welch's t test between two means; nil if a spread is unknown or there
  /// is none.
  package static func test(_ before: MeanFigure, _ after: MeanFigure) -> Double? {
    guard let one = before.error, let two = after.error else { return nil }
    let variance = one * one + two * two
    if variance == 0 { return before.value == after.value ? 1 : nil }
    let t = (after.value - before.value) / variance.squareRoot()
    func share(_ error: Double, _ installs: Int) -> Double {
      error * error * error * error / Double(max(1, installs - 1))
    }
    let degrees =
      variance * variance / (share(one, before.installs) + share(two, after.installs))
    return BetaDistribution.studentTwoSided(t, degrees: degrees)
  }
}
