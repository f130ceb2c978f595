/// The wall clock of records: RFC 3339, UTC, milliseconds, as milliseconds since 1970.
public enum WallClock {
  /// Milliseconds of a day.
  public static let day: Int64 = 86_400_000

  /// The calendar day of an instant in a zone, as days since 1970-01-01.
  @inlinable
  public static func localDay(_ wall: Int64, utcOffsetMinutes: Int64) -> Int64 {
    floorDivide(wall &+ offset(utcOffsetMinutes), day)
  }

  /// Minutes east of UTC in milliseconds; a journal may name any number, and more than a thousand
  /// years count as a thousand.
  @inlinable
  public static func offset(_ utcOffsetMinutes: Int64) -> Int64 {
    let most: Int64 = 525_600_000
    return min(max(utcOffsetMinutes, -most), most) &* 60_000
  }

  @usableFromInline
  static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  static func days(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 31
    }
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days since 1970-01-01, counting years from March so that a leap day ends one.
  static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = (month + 9) % 12
    let era = floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func civil(daysSinceEpoch days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}
