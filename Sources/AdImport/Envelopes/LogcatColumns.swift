/// The layouts of `logcat` with columns: `threadtime` and that of Unity's window.
///
/// | form | looks like |
/// |---|---|
/// | `threadtime` | `11-20 10:15:02.123  4711  4712 I Ads     : message` |
/// | `-v year -v zone -v uid` | `2026-11-20 10:15:02.123 +0100 u0_a12  4711  4712 I Ads: message` |
/// | `-v epoch` | `1795166102.123  4711  4712 I Ads     : message` |
/// | `-v monotonic` | `5521.123  4711  4712 I Ads     : message` |
/// | Unity | `2026/11/20 10:15:02.123 4711 4712 Info Ads message` |
enum LogcatColumns {
  static let envelopes = [
    LogEnvelope("logcat threadtime", .android, { threadtime(&$0) }),
    LogEnvelope("Unity's logcat window", .android, isDated: true, { unity(&$0) }),
  ]

  static func threadtime(_ cursor: inout LogCursor) -> LogLine? {
    guard var line = ids(&cursor), cursor.level(), cursor.spaces() > 0 else { return nil }
    guard let tag = tag(&cursor) else { return nil }
    line.tag = tag
    line.message = cursor.rest
    return line
  }

  /// Reads a padded tag and the colon behind it.
  ///
  /// A tag can contain a colon; that at the end has a space, or nothing, behind it.
  private static func tag(_ cursor: inout LogCursor) -> Range<Int>? {
    let start = cursor.index
    while let part = cursor.text(before: ":", within: 120) {
      guard cursor.current.map(LogCursor.isSpace) ?? true else { continue }
      return LogCursor.trimmed(start..<part.upperBound, of: cursor.bytes)
    }
    return nil
  }

  static func unity(_ cursor: inout LogCursor) -> LogLine? {
    guard var line = ids(&cursor), cursor.skipAny(words) else { return nil }
    line.tag = cursor.spaces() > 0 ? cursor.index..<cursor.index : cursor.word()
    line.message = cursor.rest
    return line
  }

  private static let words: [StaticString] = [
    "Verbose ", "Debug ", "Info ", "Warn ", "Error ", "Fatal ",
  ]

  /// Reads the time, the process and the thread.
  private static func ids(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = time(&cursor) else { return nil }
    var line = LogLine()
    line.time = time.value
    _ = cursor.skip(":")
    guard cursor.spaces() > 0 else { return nil }
    // Unity writes the lines of `logcat` itself with the first day of the calendar.
    if cursor.skip("-1 -1 ") {
      line.time = nil
      return line
    }
    skipUser(&cursor)
    guard let process = cursor.process(), cursor.spaces() > 0, cursor.process() != nil,
      cursor.spaces() > 0
    else { return nil }
    line.process = process
    return line
  }

  /// Reads a date and a time, or the seconds since 1970 or since the start of the device.
  ///
  /// The time since the start of the device is nil.
  static func time(_ cursor: inout LogCursor) -> (value: LogTime?, Void)? {
    if let time = cursor.time() { return (time, ()) }
    let start = cursor.index
    var seconds: Int64 = 0
    while let byte = cursor.current, LogByte.isDigit(byte), cursor.index - start < 11 {
      seconds = seconds * 10 + Int64(byte &- 48)
      cursor.advance()
    }
    let count = cursor.index - start
    guard count > 0, cursor.skip("."), let milliseconds = fraction(&cursor) else { return nil }
    return (count == 10 ? LogTime(epochSeconds: seconds, milliseconds) : nil, ())
  }

  private static func fraction(_ cursor: inout LogCursor) -> Int? {
    let start = cursor.index
    var value = 0
    while let byte = cursor.current, LogByte.isDigit(byte) {
      if cursor.index - start < 3 { value = value * 10 + Int(byte &- 48) }
      cursor.advance()
    }
    return cursor.index - start >= 3 ? value : nil
  }

  /// Skips the user of `-v uid`: `u0_a12`, `root`, or three numbers instead of two.
  static func skipUser(_ cursor: inout LogCursor) {
    let start = cursor.index
    if let byte = cursor.current, LogByte.isLetter(byte) {
      _ = cursor.word()
      cursor.skipSpaces()
      return
    }
    if cursor.process() != nil, cursor.spaces() > 0 {
      let behind = cursor.index
      if cursor.process() != nil, cursor.spaces() > 0, cursor.process() != nil {
        return cursor.goBack(to: behind)
      }
    }
    cursor.goBack(to: start)
  }
}

extension LogTime {
  /// The time in UTC at a number of seconds since 1970.
  init(epochSeconds seconds: Int64, _ milliseconds: Int) {
    self.init()
    let time = Int(seconds % 86_400)
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    millisecond = milliseconds
    offsetMinutes = 0
    // Years begin in March, so that the leap day is their last day.
    let days = Int(seconds / 86_400) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let years = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * years + years / 4 - years / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = years + era * 400 + (month <= 2 ? 1 : 0)
  }
}
