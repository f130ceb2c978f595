internal import AdSession

/// Converts the times of a log to the wall clock, and completes missing years and zones.
///
/// A log without years begins in the given year, or else in the last year in which its first time
/// is not later than the last change of the file. From December to January, the year advances.
struct LogClock {
  private let givenYear: Int?
  private let givenOffset: Int?
  private let lastChange: Int64
  private var last: (year: Int, month: Int)?
  /// The year that was assumed for the first time without one; nil if every time has a year.
  private(set) var firstYear: Int?
  /// Whether a time had no zone.
  private(set) var lacksZone = false
  /// Whether a time had no date.
  private(set) var lacksDate = false
  /// The day since 1970 and the second of it of the last time without a date.
  private var lastOfDay: (day: Int64, second: Int)?

  init(year: Int?, offsetMinutes: Int?, lastChange: Int64) {
    givenYear = year
    givenOffset = offsetMinutes
    self.lastChange = lastChange
  }

  /// The offset of a time from UTC in minutes; positive is east.
  func offset(of time: LogTime) -> Int { time.offsetMinutes ?? givenOffset ?? 0 }

  /// Adds a missing year; must be called for every line of the log, in order.
  mutating func complete(_ time: inout LogTime) {
    if time.offsetMinutes == nil { lacksZone = true }
    guard time.hasDate else { return addDate(&time) }
    if time.year != nil { return }
    var year = last?.year ?? beginning(time)
    let month = last?.month ?? time.month
    if time.month < month - 6 { year += 1 }
    // A line of December among those of January was written late.
    if time.month > month + 6 { year -= 1 } else { last = (year, time.month) }
    time.year = year
  }

  private mutating func addDate(_ time: inout LogTime) {
    lacksDate = true
    let second = (time.hour * 60 + time.minute) * 60 + time.second
    var (day, before) = lastOfDay ?? (lastChange / WallClock.day, second)
    if second < before - 43_200 {
      day += 1
      before = second
    }
    // A line of the evening among those of the morning was written late.
    let isLate = second > before + 43_200
    if !isLate { lastOfDay = (day, second) }
    let date = Array(WallClock.text((isLate ? day - 1 : day) * WallClock.day).utf8)
    var cursor = LogCursor(date)
    time.year = cursor.number(digits: 4...4)
    _ = cursor.skip("-")
    time.month = cursor.number(digits: 2...2) ?? 1
    _ = cursor.skip("-")
    time.day = cursor.number(digits: 2...2) ?? 1
  }

  private mutating func beginning(_ time: LogTime) -> Int {
    let latest = Int(WallClock.text(lastChange).prefix(4)) ?? 1970
    let tomorrow = lastChange + WallClock.day
    let candidates = stride(from: latest, to: max(0, latest - 9), by: -1)
    let fits = candidates.first { year in
      var dated = time
      dated.year = year
      return wall(dated).map { $0 <= tomorrow } ?? false
    }
    let year = givenYear ?? fits ?? latest
    firstYear = year
    return year
  }

  /// The range of the wall clock in records: from 1970 to 9999.
  private static let writable: ClosedRange<Int64> = 0...253_402_300_799_999

  /// Milliseconds since 1970; nil for a date that does not exist.
  func wall(_ time: LogTime) -> Int64? {
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func put(_ value: Int, _ width: Int, _ mark: Unicode.Scalar) {
      let digits = String(value)
      text.append(contentsOf: repeatElement(48, count: max(0, width - digits.utf8.count)))
      text.append(contentsOf: digits.utf8)
      text.append(UInt8(ascii: mark))
    }
    put(time.year ?? 0, 4, "-")
    put(time.month, 2, "-")
    put(time.day, 2, "T")
    put(time.hour, 2, ":")
    put(time.minute, 2, ":")
    put(time.second, 2, ".")
    put(time.millisecond, 3, "Z")
    guard let local = WallClock.parse(text) else { return nil }
    let wall = local - Int64(offset(of: time)) * 60_000
    return Self.writable.contains(wall) ? wall : nil
  }
}
