/// Converts amounts of money from decimal text to millionths of the currency unit, exactly.
///
/// It does not use binary fractions: `0.1` is 100 000 millionths, not 99 999.
public enum Money {
  /// Returns an amount such as `-0.0125` in millionths; `nil` if it is not a number or too large.
  ///
  /// Smaller fractions are rounded to the nearest millionth, halves to even, so that sums of many
  /// amounts are not biased.
  ///
  /// - Parameter text: An optional sign, digits, and optionally a point and digits, as in the
  ///   description of a decimal number without locale.
  public static func micros(ofDecimal text: String) -> Int64? {
    var digits = Digits(text.utf8)
    let isNegative = digits.takeSign()
    guard let whole = digits.take(), digits.takePointOrEnd() else { return nil }
    guard let fraction = digits.take(), digits.isAtEnd, whole.count + fraction.count > 0 else {
      return nil
    }
    return micros(whole, fraction, isNegative)
  }

  /// Returns an amount in units of a currency in millionths, rounded; `nil` if it is not a number
  /// or too large.
  public static func micros(of amount: Double) -> Int64? {
    Int64(exactly: (amount * 1_000_000).rounded(.toNearestOrEven))
  }

  /// Computes the negative sum, because the smallest integer has no positive counterpart.
  private static func micros(
    _ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, _ isNegative: Bool
  ) -> Int64? {
    let kept = fraction.prefix(6)
    let padding = repeatElement(UInt8(0), count: 6 - kept.count)
    var negated: Int64? = 0
    for digit in Array(whole) + kept + padding { negated = negated?.appending(digit) }
    guard var sum = negated else { return nil }
    if roundsUp(fraction.dropFirst(6), isOdd: sum % 2 != 0) {
      let (next, overflows) = sum.subtractingReportingOverflow(1)
      if overflows { return nil }
      sum = next
    }
    if isNegative { return sum }
    return sum == .min ? nil : -sum
  }

  /// Whether the digits below a millionth are rounded up.
  private static func roundsUp(_ rest: ArraySlice<UInt8>, isOdd: Bool) -> Bool {
    guard let first = rest.first else { return false }
    if first != 5 { return first > 5 }
    return isOdd || rest.dropFirst().contains { $0 != 0 }
  }
}

extension Int64 {
  /// Returns this negative number with one more digit; `nil` on overflow.
  fileprivate func appending(_ digit: UInt8) -> Int64? {
    let (tens, tooLow) = multipliedReportingOverflow(by: 10)
    let (sum, tooLowAgain) = tens.subtractingReportingOverflow(Int64(digit))
    return tooLow || tooLowAgain ? nil : sum
  }
}

/// Reads a decimal number from left to right.
private struct Digits {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String.UTF8View) { bytes = Array(text) }

  var isAtEnd: Bool { index == bytes.count }

  mutating func takeSign() -> Bool {
    guard let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      return false
    }
    index = 1
    return first == UInt8(ascii: "-")
  }

  /// Reads the values of the next digits, which may be none.
  mutating func take() -> ArraySlice<UInt8>? {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      index += 1
    }
    return bytes[start..<index].map { $0 - UInt8(ascii: "0") }[...]
  }

  mutating func takePointOrEnd() -> Bool {
    if isAtEnd { return true }
    guard bytes[index] == UInt8(ascii: ".") else { return false }
    index += 1
    return true
  }
}
