/// Logarithm and exponential, to about one unit in the last place.
///
/// Only `Platform` may call the system's mathematical library, and it has to work without one.
package enum Elementary {
  private static let ln2High = 0x1.62e42fefa39efp-1
  private static let ln2Low = 0x1.abc9e3b39803fp-56

  /// The natural logarithm of a positive number; -infinity for 0.
  package static func log(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    var exponent = Double(x.exponent)
    var fraction = x.significand
    if fraction > 1.4142135623730951 {
      fraction /= 2
      exponent += 1
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), and that argument is at most 0.172.
    let s = (fraction - 1) / (fraction + 1)
    let square = s * s
    var sum = 0.0
    var odd = 23.0
    while odd >= 3 {
      sum = square * (sum + 1 / odd)
      odd -= 2
    }
    return exponent * ln2High + (2 * s * (1 + sum) + exponent * ln2Low)
  }

  /// e to the power of a number.
  package static func exp(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 709.78 { return .infinity }
    if x < -745.2 { return 0 }
    let power = (x / ln2High).rounded()
    let rest = (x - power * ln2High) - power * ln2Low
    var sum = 1.0
    for divisor in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * rest / divisor }
    // In two steps, because the power alone can be below the smallest normal number.
    let half = Int(power) / 2
    let scale = { Double(sign: .plus, exponent: $0, significand: 1) }
    return sum * scale(half) * scale(Int(power) - half)
  }
}
