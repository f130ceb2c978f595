import AdSession

/// How a redaction moves wall clocks: always back, by amounts that depend on the key.
///
/// The times inside a session stay, so somebody who has the same events with their times, as the
/// vendor of an ad SDK has, can find a session among others. A shift for each install and a blur
/// make that harder; they do not prevent it, because the times between records stay.
public struct ClockShift: Equatable, Sendable {
  /// What has one number of weeks.
  public enum Scope: String, CaseIterable, Sendable {
    /// All journals under a key, so that days of the fleet stay together.
    case key
    /// The sessions of an install, so that one known date tells nothing about other installs. A
    /// session without an install counts as an install.
    case install
  }

  /// The longest blur: a week, in seconds.
  public static let longestBlur = 604_800

  /// What has one number of weeks, 1 to 256.
  public var scope: Scope
  /// The most seconds by which the clocks of an install move further back, 0 to ``longestBlur``.
  ///
  /// Each install has its own number, in milliseconds. With 0, local midnights stay.
  public var blurSeconds: Int

  /// Makes a shift.
  ///
  /// - Precondition: `blurSeconds` is in 0 to ``longestBlur``.
  public init(scope: Scope = .key, blurSeconds: Int = 0) {
    precondition((0...Self.longestBlur).contains(blurSeconds))
    (self.scope, self.blurSeconds) = (scope, blurSeconds)
  }

  /// Whether all sessions have the same shift.
  var isOfKey: Bool { scope == .key && blurSeconds == 0 }

  /// The milliseconds by which the clocks of an install move back.
  func milliseconds(of install: String, _ pseudonyms: Pseudonyms) -> Int64 {
    let name = Array(install.utf8)
    let week = scope == .key ? pseudonyms.code(of: "weeks") : pseudonyms.code(of: "weeks ", name)
    // 2^64 is so much larger than a week that each millisecond is as likely as the others.
    let number = pseudonyms.code(of: "blur ", name).prefix(8).reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    let blur = number % (UInt64(blurSeconds) * 1000 + 1)
    return (Int64(week[0]) + 1) * 7 * WallClock.day + Int64(blur)
  }

  /// A wall clock moved back.
  ///
  /// A time before the year 0000, which a journal cannot hold, becomes one before the year 10000:
  /// as far away, modulo 10 000 years.
  static func moved(_ wall: Int64, back milliseconds: Int64) -> Int64 {
    let earlier = wall - milliseconds
    return earlier < firstWall ? earlier + allYears : earlier
  }

  /// The beginning of the year 0000, in milliseconds since 1970.
  private static let firstWall: Int64 = -719_528 * WallClock.day
  /// The years 0000 to 9999, which are 521 775 weeks without a rest.
  private static let allYears: Int64 = 3_652_425 * WallClock.day
}
