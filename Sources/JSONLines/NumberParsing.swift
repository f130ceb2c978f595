/// Parses a whole number, which may be negative; "-0" is 0.
///
/// Returns `nil` if it does not fit in a signed 64-bit integer, or if the bytes are not a number
/// without fraction and exponent.
public func parseInteger(_ bytes: UnsafeRawBufferPointer) -> Int64? {
  guard let first = bytes.first else { return nil }
  let isNegative = first == Byte.minus
  let digits = isNegative ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
  guard let magnitude = parseUnsignedDigits(digits) else { return nil }
  if !isNegative { return Int64(exactly: magnitude) }
  return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
}

/// Parses one or more decimal digits; returns `nil` for other bytes and beyond 64 bits.
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

/// Parses a JSON number to the nearest double, correctly rounded.
///
/// Returns `nil` if the number is too large for a double, or if the bytes are not a JSON number. A
/// number too close to zero becomes zero.
public func parseDecimal(_ bytes: UnsafeRawBufferPointer) -> Double? {
  var number = DecimalText()
  guard number.read(bytes) else { return nil }
  if let value = number.exact { return value }
  guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
    return nil
  }
  return value
}

/// A decimal number as sign, digits and power of ten, where these fit in machine integers.
private struct DecimalText {
  private var isNegative = false
  private var digits: UInt64 = 0
  private var exponent = 0
  /// Whether there were more digits than `digits` can hold.
  private var isLong = false

  /// The value, if one multiplication or division of exactly representable numbers yields it and so
  /// rounds only once; else `nil`.
  var exact: Double? {
    guard !isLong, digits <= 1 << 53, exponent.magnitude <= 22 else { return nil }
    let magnitude = Double(digits)
    let power = powersOfTen[Int(exponent.magnitude)]
    let value = exponent < 0 ? magnitude / power : magnitude * power
    return isNegative ? -value : value
  }

  /// Reads the text; returns false if it is not a JSON number.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    func at(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }
    if at(Byte.minus) {
      isNegative = true
      position += 1
    }
    let hasLeadingZero = at(Byte.zero)
    let wholeDigits = readDigits(bytes, &position)
    guard wholeDigits > 0, !hasLeadingZero || wholeDigits == 1 else { return false }
    if at(Byte.dot) {
      position += 1
      let fractionDigits = readDigits(bytes, &position)
      guard fractionDigits > 0 else { return false }
      exponent = -fractionDigits
    }
    if at(0x65) || at(0x45) {
      position += 1
      guard readExponent(bytes, &position) else { return false }
    }
    return position == bytes.count
  }

  private mutating func readDigits(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- Byte.zero < 10 {
      if digits < 1 << 58 {
        digits = digits &* 10 &+ UInt64(bytes[position] &- Byte.zero)
      } else {
        isLong = true
      }
      position += 1
    }
    return position - start
  }

  private mutating func readExponent(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Bool
  {
    var isNegativePower = false
    if position < bytes.count, bytes[position] == Byte.minus || bytes[position] == Byte.plus {
      isNegativePower = bytes[position] == Byte.minus
      position += 1
    }
    let start = position
    var power = 0
    while position < bytes.count, bytes[position] &- Byte.zero < 10 {
      power = min(power * 10 + Int(bytes[position] &- Byte.zero), 100_000_000)
      position += 1
    }
    exponent += isNegativePower ? -power : power
    return position > start
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
