/// The time of a line of a log.
struct LogTime: Equatable {
  /// The year; nil if the log does not contain it and ``LogClock`` must add it.
  var year: Int?
  /// The month from 1; 0 if the log does not contain a date.
  var month = 0
  var day = 0
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0
  /// The offset from UTC in minutes; positive is east, nil is unknown.
  var offsetMinutes: Int?

  /// Whether the log contains the date, not only the time of day.
  var hasDate: Bool { month > 0 }
}

extension LogCursor {
  /// Reads a time: `2026-11-20 10:15:02.123456+0100`, `11-20 10:15:02.123`, `Nov 20 10:15:02`.
  ///
  /// Date and fraction may have other separators (`2026/11/20`, a decimal comma). If there is no
  /// time, the cursor does not move.
  mutating func time() -> LogTime? {
    let start = index
    guard let time = readTime() else {
      goBack(to: start)
      return nil
    }
    return time
  }

  private mutating func readTime() -> LogTime? {
    var time = LogTime()
    guard readDate(&time) else { return nil }
    if !skip("T") {
      guard skip(" ") else { return nil }
      skipSpaces()
    }
    return readTimeOfDay(&time) ? time : nil
  }

  /// Reads a time without a date: `10:15:02.123456+0100`.
  ///
  /// If there is none, the cursor does not move.
  mutating func timeOfDay() -> LogTime? {
    let start = index
    var time = LogTime()
    if readTimeOfDay(&time) { return time }
    goBack(to: start)
    return nil
  }

  private mutating func readTimeOfDay(_ time: inout LogTime) -> Bool {
    guard let hour = number(digits: 2...2), skip(":"), let minute = number(digits: 2...2),
      skip(":"), let second = number(digits: 2...2), hour < 24, minute < 60, second < 61
    else { return false }
    (time.hour, time.minute, time.second) = (hour, minute, min(second, 59))
    time.millisecond = readFraction()
    time.offsetMinutes = readZone()
    return true
  }

  private mutating func readDate(_ time: inout LogTime) -> Bool {
    if let month = readMonthName() {
      guard skip(" ") else { return false }
      skipSpaces()
      guard let day = number(digits: 1...2) else { return false }
      (time.month, time.day) = (month, day)
      return 1...31 ~= day
    }
    let start = index
    if let year = number(digits: 4...4), readDateMark() {
      time.year = year
    } else {
      goBack(to: start)
    }
    guard let month = number(digits: 2...2), readDateMark(), let day = number(digits: 2...2) else {
      return false
    }
    (time.month, time.day) = (month, day)
    return 1...12 ~= month && 1...31 ~= day
  }

  private mutating func readDateMark() -> Bool { skip("-") || skip("/") || skip(".") }

  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private mutating func readMonthName() -> Int? {
    guard let first = current, first &- 65 < 26 else { return nil }
    return Self.months.firstIndex { skip($0) }.map { $0 + 1 }
  }

  /// Reads the milliseconds, rounded down; 0 if there is no fraction.
  private mutating func readFraction() -> Int {
    let start = index
    guard skip(".") || skip(",") else { return 0 }
    var value = 0
    var count = 0
    while let byte = current, byte &- 48 < 10 {
      if count < 3 { value = value * 10 + Int(byte &- 48) }
      count += 1
      advance()
    }
    if count == 0 { goBack(to: start) }
    for _ in min(count, 3)..<3 { value *= 10 }
    return value
  }

  /// Reads the offset from UTC in minutes: `Z`, `+0100`, `+01:00`, optionally after a space.
  private mutating func readZone() -> Int? {
    if skip("Z") { return 0 }
    let start = index
    _ = skip(" ")
    let isEast = skip("+")
    if isEast || skip("-"), let minutes = readOffset() { return isEast ? minutes : -minutes }
    goBack(to: start)
    return nil
  }

  private mutating func readOffset() -> Int? {
    let start = index
    if let both = number(digits: 4...4) {
      return both / 100 < 24 && both % 100 < 60 ? both / 100 * 60 + both % 100 : nil
    }
    goBack(to: start)
    guard let hours = number(digits: 2...2), skip(":"), let minutes = number(digits: 2...2),
      hours < 24, minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }
}
