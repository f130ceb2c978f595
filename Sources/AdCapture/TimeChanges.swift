/// Tells the reasons of time changes apart: midnight, zone and clock share a notification, and each
/// of the last two has one of its own besides.
public struct TimeChanges: Sendable {
  /// Which notification came.
  public enum Source: Sendable {
    /// The one for midnight, zone, clock and daylight saving alike.
    case significant
    /// The one of the clock alone.
    case clock
    /// The one of the zone alone.
    case zone
  }

  /// What was changed.
  public enum Reason: Sendable {
    /// Somebody set the clock.
    case clock
    /// Another zone, or daylight saving.
    case zone
    /// A new day.
    case midnight
  }

  private var offset: Int
  private var day: Int64

  /// Begins with minutes east of UTC, and seconds since 1970.
  public init(offsetMinutes: Int, seconds: Int64) {
    offset = offsetMinutes
    day = Self.day(seconds, offsetMinutes)
  }

  /// The reason of a notification; nil where an earlier one has told it.
  public mutating func notice(
    _ source: Source, offsetMinutes: Int, seconds: Int64
  ) -> Reason? {
    let newDay = Self.day(seconds, offsetMinutes)
    defer { (offset, day) = (offsetMinutes, newDay) }
    switch source {
    case .clock: return .clock
    case .zone: return offset == offsetMinutes ? nil : .zone
    case .significant:
      if offset != offsetMinutes { return .zone }
      return day != newDay ? .midnight : nil
    }
  }

  /// The number of a local day.
  static func day(_ seconds: Int64, _ offset: Int) -> Int64 {
    let local = seconds + Int64(offset) * 60
    return local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
  }
}
