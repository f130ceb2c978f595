/// The beta distribution, from which exact intervals and the t test are computed.
///
/// The methods are those of Lanczos for the gamma function and of Lentz for the continued fraction;
/// see NIST Digital Library of Mathematical Functions, <https://dlmf.nist.gov/5> and
/// <https://dlmf.nist.gov/8.17>.
package enum BetaDistribution {
  private static let lanczos = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
    -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
    1.5056327351493116e-7,
  ]

  /// The logarithm of the gamma function of a number of at least 0.5.
  package static func logGamma(_ x: Double) -> Double {
    var sum = lanczos[0]
    for (index, coefficient) in lanczos.enumerated().dropFirst() {
      sum += coefficient / (x - 1 + Double(index))
    }
    let t = x + 6.5
    let halfLogOf2Pi = 0.91893853320467274178
    return halfLogOf2Pi + (x - 0.5) * Elementary.log(t) - t + Elementary.log(sum)
  }

  /// The probability that a number of this distribution is at most `x`: the regularized incomplete
  /// beta function, for `a` and `b` of at least 0.5.
  package static func cumulative(_ x: Double, _ a: Double, _ b: Double) -> Double {
    cumulative(x, Parameters(a, b))
  }

  /// The parameters of a distribution, with the logarithms of their gamma functions.
  private struct Parameters {
    var (a, b): (Double, Double)
    var (gammaOfA, gammaOfB, gammaOfSum): (Double, Double, Double)

    init(_ a: Double, _ b: Double) {
      (self.a, self.b) = (a, b)
      (gammaOfA, gammaOfB, gammaOfSum) = (logGamma(a), logGamma(b), logGamma(a + b))
    }

    /// The parameters of 1 - x.
    var swapped: Parameters {
      var other = self
      (other.a, other.b, other.gammaOfA, other.gammaOfB) = (b, a, gammaOfB, gammaOfA)
      return other
    }
  }

  private static func cumulative(_ x: Double, _ all: Parameters) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // The fraction converges quickly on this side of the mean.
    if x > (all.a + 1) / (all.a + all.b + 2) { return 1 - tail(1 - x, all.swapped) }
    return tail(x, all)
  }

  private static func tail(_ x: Double, _ all: Parameters) -> Double {
    let front = Elementary.exp(
      all.a * Elementary.log(x) + all.b * Elementary.log(1 - x) + all.gammaOfSum - all.gammaOfA
        - all.gammaOfB)
    return front * fraction(x, all.a, all.b) / all.a
  }

  /// The continued fraction of the incomplete beta function.
  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func nonzero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / nonzero(1 - (a + b) * x / (a + 1))
    var result = d
    for step in 1...100_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonzero(1 + even * d)
      c = nonzero(1 + even / c)
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonzero(1 + odd * d)
      c = nonzero(1 + odd / c)
      result *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }

  /// The number that a number of this distribution exceeds with the probability 1 - `p`.
  package static func quantile(_ p: Double, _ a: Double, _ b: Double) -> Double {
    let all = Parameters(a, b)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if middle == low || middle == high { break }
      if cumulative(middle, all) < p { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The probability that Student's t with this many degrees of freedom is at least as far from 0.
  package static func studentTwoSided(_ t: Double, degrees: Double) -> Double {
    cumulative(degrees / (degrees + t * t), degrees / 2, 0.5)
  }
}
