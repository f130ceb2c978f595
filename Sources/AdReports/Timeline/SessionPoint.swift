internal import AdSession

/// A point in a session, as a person writes it or as a command prints it.
///
/// | text | point |
/// |---|---|
/// | `12` | the record with this `seq` |
/// | `0:03:02.381`, `3:02`, `182.4s`, `3 min 2 s` | time since the start of the session |
/// | `2026-11-20T09:15:02.123Z`, `2026-11-20T17:15:02+08:00` | an instant |
/// | `23:43`, `23:43:05` | a local time of the session, the first one |
/// | `2026-11-20 23:43` | a local time of the session on one of its days |
///
/// A clock with two digits of hours and without a fraction is a local time, else an offset; the
/// other meaning counts if the session does not have the first one. A clock stands for the whole
/// minute, second or millisecond that it ends with.
public struct SessionPoint: Sendable, Equatable {
  /// What a reading of the text is compared with.
  enum Scale: Sendable {
    case seq, offset, instant, local
    /// A local time of any day.
    case timeOfDay
  }

  /// One meaning of the text.
  struct Reading: Sendable, Equatable {
    let scale: Scale
    /// The `seq`, or milliseconds: since the session began, 1970 or midnight.
    let range: ClosedRange<Int64>
  }

  /// The text.
  public let text: String
  /// The meanings of the text, the likeliest first.
  let readings: [Reading]

  /// Reads a point; nil if the text has none of the forms.
  public init?(_ text: String) {
    self.text = text
    if let seq = Int64(text) {
      readings = [Reading(scale: .seq, range: seq...seq)]
    } else if let clock = WrittenClock(text[...]) {
      readings = clock.readings
    } else if let reading = Self.date(text) ?? Self.duration(text) {
      readings = [reading]
    } else {
      return nil
    }
  }

  /// The `seq` that the text names; nil if it names a time.
  public var seq: Int64? {
    readings[0].scale == .seq ? readings[0].range.lowerBound : nil
  }

  /// Reads a day with a clock and maybe a zone: `2026-11-20T17:15:02+08:00`.
  private static func date(_ text: String) -> Reading? {
    let day = text.prefix(10)
    guard let midnight = WallClock.parse(Array("\(day)T00:00:00.000Z".utf8)) else { return nil }
    var rest = text.dropFirst(10)
    guard let mark = rest.popFirst(), mark == "T" || mark == " " else { return nil }
    var zone: Int64?
    if rest.hasSuffix("Z") {
      rest.removeLast()
      zone = 0
    } else if let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      zone = offset(rest[sign...])
      if zone == nil { return nil }
      rest = rest[..<sign]
    }
    guard rest.prefix(3).last == ":", let time = WrittenClock(rest)?.timeOfDay else { return nil }
    let start = midnight + time.lowerBound - (zone ?? 0)
    return Reading(
      scale: zone == nil ? .local : .instant,
      range: start...start + time.upperBound - time.lowerBound)
  }

  /// Reads a distance from UTC in milliseconds: `+08:00`, `-0330`.
  private static func offset(_ text: Substring) -> Int64? {
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let hours = WrittenClock.number(digits.prefix(2), 2...2),
      let minutes = WrittenClock.number(digits.suffix(2), 2...2), hours < 24, minutes < 60
    else { return nil }
    return (text.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000
  }

  /// Reads numbers with units: `182.4s`, `1 h 2 min`.
  private static func duration(_ text: String) -> Reading? {
    var rest = text[...]
    var sum = 0.0
    repeat {
      let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest[number.endIndex...].drop { $0 == " " }
      let unit = rest.prefix { $0.isLetter }
      rest = rest[unit.endIndex...].drop { $0 == " " }
      guard let value = Double(number), let factor = milliseconds(of: unit) else { return nil }
      sum += value * factor
    } while !rest.isEmpty
    guard sum < 1e15 else { return nil }
    let milliseconds = Int64(sum.rounded())
    return Reading(scale: .offset, range: milliseconds...milliseconds)
  }

  private static func milliseconds(of unit: Substring) -> Double? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "min": 60_000
    case "h": 3_600_000
    default: nil
    }
  }
}

/// Hours, minutes, seconds and milliseconds with colons, as a local time and as an offset.
private struct WrittenClock {
  /// The milliseconds since midnight; nil if the text cannot be a local time.
  private(set) var timeOfDay: ClosedRange<Int64>?
  private let offset: ClosedRange<Int64>
  private let isLocalFirst: Bool

  /// Reads `23:43`, `23:43:05`, `3:02`, `3:02.5`, `0:03:02.381`; nil for any other form.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let last = parts[parts.count - 1].split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = Self.number(parts[0], 1...6) else { return nil }
    let others = (parts.dropFirst().dropLast() + [last[0]]).compactMap { Self.number($0, 2...2) }
    guard others.count == parts.count - 1, others.allSatisfy({ $0 < 60 }) else { return nil }
    var (fraction, precision): (Int64, Int64) = (0, 1000)
    if last.count == 2 {
      guard Self.number(last[1], 1...9) != nil else { return nil }
      let digits = last[1].prefix(3)
      for _ in digits { precision /= 10 }
      fraction = (Self.number(digits, 1...3) ?? 0) * precision
    }
    let units = others.reduce(first) { $0 * 60 + $1 }
    let seconds = units * 1000 + fraction
    offset = seconds...seconds + precision - 1
    isLocalFirst = parts[0].count == 2 && last.count == 1
    if first < 24 && parts.count == 3 { timeOfDay = offset }
    if first < 24 && parts.count == 2 && last.count == 1 {
      timeOfDay = units * 60_000...units * 60_000 + 59_999
    }
  }

  /// The meanings as points of a session.
  var readings: [SessionPoint.Reading] {
    let asOffset = SessionPoint.Reading(scale: .offset, range: offset)
    guard let timeOfDay else { return [asOffset] }
    let asLocal = SessionPoint.Reading(scale: .timeOfDay, range: timeOfDay)
    return isLocalFirst ? [asLocal, asOffset] : [asOffset, asLocal]
  }

  /// A number with so many digits, and nothing else.
  static func number(_ text: some StringProtocol, _ count: ClosedRange<Int>) -> Int64? {
    let isNumber = count.contains(text.utf8.count) && text.utf8.allSatisfy { 48...57 ~= $0 }
    return isNumber ? Int64(text) : nil
  }
}
