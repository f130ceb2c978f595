/// Appends the unescaped text of a string, given its bytes without quotes, as UTF-8.
///
/// The string should be valid. In other bytes, a lone surrogate and an unknown or incomplete escape
/// become U+FFFD; there is no trap.
public func unescape(_ raw: UnsafeRawBufferPointer, into text: inout [UInt8]) {
  text.reserveCapacity(text.count + raw.count)
  var position = 0
  while position < raw.count {
    var plainEnd = position
    while plainEnd < raw.count, raw[plainEnd] != Byte.backslash { plainEnd += 1 }
    text.append(contentsOf: raw[position..<plainEnd])
    position = plainEnd
    if position < raw.count { position = unescapeOne(raw, at: position, into: &text) }
  }
}

/// Appends the character of the escape sequence at a backslash; returns the offset after it.
private func unescapeOne(
  _ raw: UnsafeRawBufferPointer, at backslash: Int, into text: inout [UInt8]
) -> Int {
  let letter = backslash + 1 < raw.count ? raw[backslash + 1] : 0
  switch letter {
  case 0x22, 0x5C, 0x2F: text.append(letter)
  case 0x62: text.append(0x08)
  case 0x66: text.append(0x0C)
  case 0x6E: text.append(0x0A)
  case 0x72: text.append(0x0D)
  case 0x74: text.append(0x09)
  case 0x75: return unescapeUnits(raw, at: backslash, into: &text)
  default: appendScalar(replacement, to: &text)
  }
  return min(backslash + 2, raw.count)
}

private let replacement: UInt32 = 0xFFFD

/// Appends the character of one `\u` escape, or of two that form a surrogate pair.
private func unescapeUnits(
  _ raw: UnsafeRawBufferPointer, at backslash: Int, into text: inout [UInt8]
) -> Int {
  guard let high = unit(raw, at: backslash) else {
    appendScalar(replacement, to: &text)
    return min(backslash + 2, raw.count)
  }
  if high & 0xFC00 == 0xD800, let low = unit(raw, at: backslash + 6), low & 0xFC00 == 0xDC00 {
    appendScalar(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, to: &text)
    return backslash + 12
  }
  appendScalar(high & 0xF800 == 0xD800 ? replacement : high, to: &text)
  return backslash + 6
}

/// Returns the UTF-16 code unit of a complete `\uXXXX` at an offset.
private func unit(_ raw: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
  guard position + 6 <= raw.count, raw[position] == Byte.backslash, raw[position + 1] == 0x75 else {
    return nil
  }
  var unit: UInt32 = 0
  for index in position + 2..<position + 6 {
    guard let digit = Hexadecimal.digit(raw[index]) else { return nil }
    unit = unit << 4 | digit
  }
  return unit
}

/// Appends a scalar value (never a surrogate) as UTF-8.
func appendScalar(_ scalar: UInt32, to text: inout [UInt8]) {
  func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
  switch scalar {
  case 0..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
  case 0..<0x800: text += [UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0), tail(0)]
  case 0..<0x1_0000: text += [UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0), tail(6), tail(0)]
  default: text += [UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0), tail(12), tail(6), tail(0)]
  }
}
