@testable import AdReports
import Foundation
import Testing

struct NumberTests {
  @Test(arguments: [
    1e-300, 1e-9, 0.1, 0.5, 0.7071, 0.99999, 1, 1.0000001, 1.4142135, 2, 2.718281828, 10, 12345.678,
    1e15, 1e300,
  ])
  func `The logarithm agrees with that of the C library`(x: Double) {
    let expected = Foundation.log(x)
    #expect(abs(Elementary.log(x) - expected) <= 4e-16 * max(1, abs(expected)))
  }

  @Test(
    arguments: [
      -745, -700, -50.5, -1, -1e-9, 0, 1e-9, 0.34, 0.35, 1, 5.5, 100, 709.7,
    ] as [Double])
  func `The exponential agrees with that of the C library`(x: Double) {
    let expected = Foundation.exp(x)
    #expect(abs(Elementary.exp(x) - expected) <= 4e-15 * expected || expected < 1e-300)
  }

  @Test func `The logarithm of 0 and the exponential of extremes are limits`() {
    #expect(Elementary.log(0) == -.infinity && Elementary.log(-1).isNaN)
    #expect(Elementary.exp(800) == .infinity && Elementary.exp(-800) == 0)
  }

  /// Abramowitz and Stegun, Handbook of Mathematical Functions, table 6.1: Γ(1.5), and factorials.
  @Test func `The gamma function has the values of published tables`() {
    #expect(abs(exp(BetaDistribution.logGamma(1.5)) - 0.88622_69255) < 5e-11)
    #expect(abs(exp(BetaDistribution.logGamma(0.5)) - 1.77245_38509) < 5e-11)
    #expect(abs(BetaDistribution.logGamma(1)) < 1e-14)
    #expect(abs(BetaDistribution.logGamma(11) - log(3_628_800)) < 1e-13)
    // Stirling's series with three terms is exact to 1e-20 here.
    let x = 1e6
    let stirling = (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + 1 / (12 * x)
    #expect(abs(BetaDistribution.logGamma(x) / stirling - 1) < 1e-14)
  }

  /// NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2: critical values of
  /// Student's t.
  @Test(arguments: [
    (1, 12.706, 0.05), (2, 4.303, 0.05), (5, 2.571, 0.05), (10, 2.228, 0.05), (30, 2.042, 0.05),
    (100, 1.984, 0.05), (10, 3.169, 0.01), (1, 63.657, 0.01),
  ])
  func `The t distribution has the published critical values`(
    degrees: Double, t: Double, p: Double
  ) {
    #expect(abs(BetaDistribution.studentTwoSided(t, degrees: degrees) / p - 1) < 0.002)
  }

  @Test(arguments: [(0.1, 1.0, 7.0), (0.5, 3.0, 1.0), (0.9, 2.0, 2.0), (0.25, 0.5, 0.5)])
  func `The incomplete beta function agrees with closed forms`(x: Double, a: Double, b: Double) {
    let expected =
      a == 1
      ? 1 - pow(1 - x, b)
      : b == 1 ? pow(x, a) : a == 2 ? x * x * (3 - 2 * x) : 2 / Double.pi * asin(x.squareRoot())
    #expect(abs(BetaDistribution.cumulative(x, a, b) - expected) < 1e-14)
    #expect(abs(BetaDistribution.cumulative(1 - x, b, a) - (1 - expected)) < 1e-14)
    #expect(abs(BetaDistribution.quantile(expected, a, b) - x) < 1e-12)
  }

  /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine
  /// 17, 1998, table I, Clopper–Pearson.
  @Test(arguments: [
    (81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0000, 0.1684),
    (1, 29, 0.0009, 0.1776),
  ])
  func `Intervals are those that Newcombe published`(
    x: Double, n: Double, low: Double, high: Double
  ) {
    let interval = RateTests.interval(x, of: n)
    #expect(abs(interval.lowerBound - low) < 0.00005)
    #expect(abs(interval.upperBound - high) < 0.00005)
  }

  @Test func `The interval of nothing is everything, and that of all ends at 1`() {
    #expect(RateTests.interval(0, of: 0) == 0...1)
    let all = RateTests.interval(20, of: 20)
    #expect(all.upperBound == 1 && abs(all.lowerBound - (1 - 0.1684)) < 0.00005)
  }

  /// Agresti, Categorical Data Analysis, section 3.5: Fisher's tea taster; p = 0.486.
  @Test func `Fisher's test of the tea taster has the published value`() {
    #expect(abs(RateTests.fisher(3, of: 4, 1, of: 4) - 0.486) < 0.0005)
    #expect(abs(RateTests.fisher(4, of: 4, 0, of: 4) - 2.0 / 70) < 1e-12)
  }

  @Test(arguments: [(0, 10, 0, 10), (10, 10, 10, 10), (0, 0, 3, 9), (5, 50, 5, 50)])
  func `Equal rates, and nothing, have no difference`(x1: Int, n1: Int, x2: Int, n2: Int) {
    #expect(RateTests.fisher(x1, of: n1, x2, of: n2) == 1)
  }

  /// The sum over all tables, by binomial coefficients, as the definition says.
  private static func definition(_ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int) -> Double {
    func choose(_ n: Int, _ k: Int) -> Double {
      k < 0 || k > n ? 0 : (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
    }
    let hits = x1 + x2
    let weights = (0...hits).map { choose(n1, $0) * choose(n2, hits - $0) }
    let observed = weights[x1]
    return weights.filter { $0 <= observed * (1 + 1e-7) }.reduce(0, +) / weights.reduce(0, +)
  }

  @Test(arguments: 1...200)
  func `Fisher's test agrees with its definition`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (n1, n2) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
    let (x1, x2) = (Int.random(in: 0...n1, using: &random), Int.random(in: 0...n2, using: &random))
    let expected = Self.definition(x1, n1, x2, n2)
    let value = RateTests.fisher(x1, of: n1, x2, of: n2)
    #expect(abs(value - expected) <= 1e-9 * expected, "seed \(seed)")
    #expect(RateTests.smallestPossible(x1 + x2, n1, n2) <= value * (1 + 1e-9))
  }

  @Test func `Fisher's test of a million sessions ends, far in the tail as well`() {
    #expect(RateTests.fisher(500_000, of: 1_000_000, 500_000, of: 1_000_000) == 1)
    #expect(RateTests.fisher(10_000, of: 1_000_000, 20_000, of: 1_000_000) < 1e-200)
    #expect(RateTests.fisher(0, of: 1_000_000, 900_000, of: 1_000_000) < 1e-200)
  }

  /// Benjamini and Hochberg 1995, section 4.1: four of these 15 hypotheses are rejected at 0.05.
  @Test func `The correction rejects what Benjamini and Hochberg rejected`() {
    let values = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1.000,
    ]
    let adjusted = RateTests.adjusted(values)
    #expect(adjusted.filter { $0 <= 0.05 }.count == 4)
    #expect(adjusted == adjusted.sorted())
    #expect(abs(adjusted[3] - 0.0095 * 15 / 4) < 1e-15)
    var random = SeededGenerator(seed: 3)
    let order = values.indices.shuffled(using: &random)
    #expect(RateTests.adjusted(order.map { values[$0] }) == order.map { adjusted[$0] })
    #expect(RateTests.adjusted([]).isEmpty)
  }

  @Test func `Tests with a greater share of the level need less`() {
    let adjusted = RateTests.adjusted([0.004, 0.004, 0.001], shares: [0.8, 0.2, 0])
    #expect(abs(adjusted[0] - 0.005) < 1e-15 && abs(adjusted[1] - 0.01) < 1e-15)
    #expect(adjusted[2] == 1)
  }

  @Test(arguments: 1...100)
  func `More hits get four fifths of the level`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (n1, n2) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
    let (x1, x2) = (Int.random(in: 0...n1, using: &random), Int.random(in: 0...n2, using: &random))
    func choose(_ n: Int, _ k: Int) -> Double {
      k < 0 || k > n ? 0 : (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
    }
    let weights = (0...x1 + x2).map { choose(n2, $0) * choose(n1, x1 + x2 - $0) }
    let all = weights.reduce(0, +)
    let atLeast = weights[x2...].reduce(0, +) / all
    let atMost = weights[...x2].reduce(0, +) / all
    let expected = min(1, atLeast / 0.8, atMost / 0.2)
    let value = RateTests.directed(x1, of: n1, x2, of: n2)
    #expect(abs(value - expected) <= 1e-9 * expected, "seed \(seed)")
    #expect(RateTests.smallestDirected(x1 + x2, n1, n2) <= value * (1 + 1e-9), "seed \(seed)")
  }

  @Test(arguments: [
    (150, 5000, 5000, 0.001...0.01), (600, 5000, 5000, 0...1e-9), (1000, 500, 5000, 0...1e-4),
  ])
  func `A doubling of many hits needs little of the level`(
    hits: Int, n1: Int, n2: Int, level: ClosedRange<Double>
  ) throws {
    #expect(level.contains(try #require(RateTests.levelForDoubling(hits, n1, n2))))
  }

  @Test(arguments: [(0, 9, 9), (10, 5000, 5000), (18, 9, 9), (5, 0, 9), (5, 9, 0)])
  func `A doubling of few hits, or of all, is found too rarely at any level`(
    hits: Int, n1: Int, n2: Int
  ) {
    #expect(RateTests.levelForDoubling(hits, n1, n2) == nil)
  }

  @Test func `Tests that could never be significant do not count`() {
    let one = (value: 0.02, smallest: 0.001)
    let rare = Array(repeating: (value: 1.0, smallest: 0.5), count: 100)
    let adjusted = RateTests.adjusted([one] + rare, level: 0.05)
    #expect(adjusted.first == 0.02)
    #expect(adjusted.dropFirst().allSatisfy { $0 == 1 })
    #expect(RateTests.adjusted([], level: 0.05).isEmpty)
  }
}
