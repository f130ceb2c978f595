/// The text form of the wall clock: `2026-11-20T09:15:02.123Z`.
extension WallClock {
  /// Reads `2026-11-20T09:15:02.123Z`; nil for any other form or a date that does not exist.
  public static func parse(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.count == 24, hasMarks(text) else { return nil }
    guard let year = digits(text, 0, 4), let month = digits(text, 5, 2),
      let day = digits(text, 8, 2), let hour = digits(text, 11, 2),
      let minute = digits(text, 14, 2), let second = digits(text, 17, 2),
      let millisecond = digits(text, 20, 3)
    else { return nil }
    guard (1...12).contains(month), day >= 1, day <= days(ofMonth: month, year: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let days = daysSinceEpoch(year: year, month: month, day: day)
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + millisecond
  }

  /// Reads the same form from an array.
  public static func parse(_ text: [UInt8]) -> Int64? {
    text.withUnsafeBytes { parse($0) }
  }

  /// Writes the form that `parse(_:)` reads; a year before 0 is 0, one after 9999 has more digits.
  public static func text(_ milliseconds: Int64) -> String {
    let days = floorDivide(milliseconds, day)
    let date = civil(daysSinceEpoch: days)
    // The day of the minimum value began before that value.
    let rest = milliseconds &- days &* day
    let year = max(0, date.year)
    let text = String(unsafeUninitializedCapacity: 24) { bytes in
      var offset = 0
      put(year % 10_000, 4, "-", bytes, &offset)
      put(date.month, 2, "-", bytes, &offset)
      put(date.day, 2, "T", bytes, &offset)
      put(rest / 3_600_000, 2, ":", bytes, &offset)
      put(rest / 60_000 % 60, 2, ":", bytes, &offset)
      put(rest / 1000 % 60, 2, ".", bytes, &offset)
      put(rest % 1000, 3, "Z", bytes, &offset)
      return offset
    }
    return year > 9999 ? String(year) + text.dropFirst(4) : text
  }

  /// Writes a number with a fixed number of digits and the separator after it.
  private static func put(
    _ value: Int64, _ width: Int, _ mark: Unicode.Scalar,
    _ bytes: UnsafeMutableBufferPointer<UInt8>, _ offset: inout Int
  ) {
    var left = value
    for digit in stride(from: offset + width - 1, through: offset, by: -1) {
      bytes[digit] = 48 + UInt8(truncatingIfNeeded: left % 10)
      left /= 10
    }
    bytes[offset + width] = UInt8(ascii: mark)
    offset += width + 1
  }

  private static func hasMarks(_ text: UnsafeRawBufferPointer) -> Bool {
    text[4] == 45 && text[7] == 45 && text[10] == 84 && text[13] == 58 && text[16] == 58
      && text[19] == 46 && text[23] == 90
  }

  private static func digits(_ text: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int64? {
    var value: Int64 = 0
    for index in start..<start + count {
      let digit = text[index] &- 48
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }
}
