/// Amounts of money, from decimal text to millionths of the currency's unit, exactly.
///
/// Binary fractions never come in: `0.1` is 100 000 millionths, not 99 999.
public enum Money {
  /// Millionths of the unit, of an amount such as `-0.0125`; nil where it is no number or too large.
  ///
  /// What is below a millionth is rounded to the nearest one, a half to the even one, so that sums
  /// of many amounts lean neither way.
  ///
  /// - Parameter text: A sign or none, digits, and perhaps a point and digits, as a decimal number
  ///   without locale describes itself.
  public static func micros(ofDecimal text: String) -> Int64? {
    var digits = Digits(text.utf8)
    let isNegative = digits.takeSign()
    guard let whole = digits.take(), digits.takePointOrEnd() else { return nil }
    guard let fraction = digits.take(), digits.isAtEnd, whole.count + fraction.count > 0 else {
      return nil
    }
    return micros(whole, fraction, isNegative)
  }

  /// The sum is kept negative, since the least number has no positive counterpart.
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

  /// Whether what is below a millionth counts as one.
  private static func roundsUp(_ rest: ArraySlice<UInt8>, isOdd: Bool) -> Bool {
    guard let first = rest.first else { return false }
    if first != 5 { return first > 5 }
    return isOdd || rest.dropFirst().contains { $0 != 0 }
  }
}

extension Int64 {
  /// The negative number with a digit behind its others; nil where there is none so low.
  fileprivate func appending(_ digit: UInt8) -> Int64? {
    let (tens, tooLow) = multipliedReportingOverflow(by: 10)
    let (sum, tooLowAgain) = tens.subtractingReportingOverflow(Int64(digit))
    return tooLow || tooLowAgain ? nil : sum
  }
}

/// Reads a decimal number from its left.
private struct Digits {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String.UTF8View) { bytes = Array(text) }

  var isAtEnd: Bool { place == bytes.count }

  mutating func takeSign() -> Bool {
    guard let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      return false
    }
    place = 1
    return first == UInt8(ascii: "-")
  }

  /// The values of the digits that come next, however few.
  mutating func take() -> ArraySlice<UInt8>? {
    let start = place
    while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
      place += 1
    }
    return bytes[start..<place].map { $0 - UInt8(ascii: "0") }[...]
  }

  mutating func takePointOrEnd() -> Bool {
    if isAtEnd { return true }
    guard bytes[place] == UInt8(ascii: ".") else { return false }
    place += 1
    return true
  }
}
