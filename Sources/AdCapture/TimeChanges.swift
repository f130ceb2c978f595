/// Determines the reason of a time change and reports each change once.
///
/// Midnight, time zone and clock share one notification; zone and clock have another one each.
public struct TimeChanges: Sendable {
  /// The kind of notification.
  public enum Source: Sendable {
    /// The notification for midnight, time zone, clock and daylight saving time.
    case significant
    /// The notification for the clock only.
    case clock
    /// The notification for the time zone only.
    case zone
  }

  /// The reason of a change.
  public enum Reason: Sendable {
    /// The clock was set.
    case clock
    /// The time zone changed, or daylight saving time began or ended.
    case zone
    /// A new day began.
    case midnight
  }

  private var offset: Int
  private var day: Int64

  /// Creates a filter from the current UTC offset in minutes east and the seconds since 1970.
  public init(offsetMinutes: Int, seconds: Int64) {
    offset = offsetMinutes
    day = Self.day(seconds, offsetMinutes)
  }

  /// Handles a notification; returns its reason, `nil` if an earlier one reported the same change.
  public mutating func handle(
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

  /// The local day as days since 1970-01-01.
  static func day(_ seconds: Int64, _ offset: Int) -> Int64 {
    let local = seconds + Int64(offset) * 60
    return local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
  }
}
