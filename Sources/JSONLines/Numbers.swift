/// The value of a grammatically valid number without fraction and exponent.
///
/// `nil` if it does not fit in 64 bits with sign, or if the bytes are no such number; "-0" is 0.
public func parseInteger(_ bytes: UnsafeRawBufferPointer) -> Int64? {
  guard let first = bytes.first else { return nil }
  let isNegative = first == Byte.minus
  let digits = isNegative ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
  guard let magnitude = parseUnsignedDigits(digits) else { return nil }
  if !isNegative { return Int64(exactly: magnitude) }
  return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
}

/// The value of one or more decimal digits and nothing else; `nil` if it does not fit in 64 bits.
public func parseUnsignedDigits(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
  guard !bytes.isEmpty else { return nil }
  var value: UInt64 = 0
  for byte in bytes {
    let digit = UInt64(byte &- Byte.zero)
    guard digit < 10 else { return nil }
    if value > UInt64.max / 10 - 1 {
      let (tenfold, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = tenfold.addingReportingOverflow(digit)
      if tooLarge || overflow { return nil }
      value = sum
    } else {
      value = value &* 10 &+ digit
    }
  }
  return value
}

/// The nearest double of a grammatically valid number, correctly rounded.
///
/// `nil` if it is too large for a double, or if the bytes are no number of JSON's grammar.
/// A number too small becomes zero.
public func parseDecimal(_ bytes: UnsafeRawBufferPointer) -> Double? {
  var number = DecimalText()
  guard number.read(bytes) else { return nil }
  if let value = number.exact { return value }
  guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
    return nil
  }
  return value
}

/// A decimal number as sign, digits and power of ten.
private struct DecimalText {
  private var isNegative = false
  private var digits: UInt64 = 0
  private var exponent = 0
  /// Whether the digits or the exponent were more than these variables hold.
  private var isLong = false

  /// The value where one division or multiplication of exact numbers gives it, rounded once.
  var exact: Double? {
    guard !isLong, digits <= 1 << 53, exponent.magnitude <= 22 else { return nil }
    let magnitude = Double(digits)
    let power = powersOfTen[Int(exponent.magnitude)]
    let value = exponent < 0 ? magnitude / power : magnitude * power
    return isNegative ? -value : value
  }

  /// Reads the text; false if it is not of the grammar.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    func at(_ byte: UInt8) -> Bool { place < bytes.count && bytes[place] == byte }
    if at(Byte.minus) {
      isNegative = true
      place += 1
    }
    let hasLeadingZero = at(Byte.zero)
    let wholeDigits = readDigits(bytes, &place)
    guard wholeDigits > 0, !hasLeadingZero || wholeDigits == 1 else { return false }
    if at(Byte.dot) {
      place += 1
      let fractionDigits = readDigits(bytes, &place)
      guard fractionDigits > 0 else { return false }
      exponent = -fractionDigits
    }
    if at(0x65) || at(0x45) {
      place += 1
      guard readExponent(bytes, &place) else { return false }
    }
    return place == bytes.count
  }

  private mutating func readDigits(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int {
    let start = place
    while place < bytes.count, bytes[place] &- Byte.zero < 10 {
      if digits < 1 << 58 {
        digits = digits &* 10 &+ UInt64(bytes[place] &- Byte.zero)
      } else {
        isLong = true
      }
      place += 1
    }
    return place - start
  }

  private mutating func readExponent(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Bool {
    var isDown = false
    if place < bytes.count, bytes[place] == Byte.minus || bytes[place] == Byte.plus {
      isDown = bytes[place] == Byte.minus
      place += 1
    }
    let start = place
    var power = 0
    while place < bytes.count, bytes[place] &- Byte.zero < 10 {
      power = min(power * 10 + Int(bytes[place] &- Byte.zero), 100_000_000)
      place += 1
    }
    exponent += isDown ? -power : power
    return place > start
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
