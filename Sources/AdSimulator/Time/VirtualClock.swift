/// The two clocks of a simulated phone: one that only goes on, and the wall clock, which jumps.
struct VirtualClock {
  /// Milliseconds since the process began, sleep included.
  var t: Int64 = 0
  /// What the wall clock said when the process began, milliseconds since 1970.
  var wallAtStart: Int64
  /// How far the wall clock has jumped since, in milliseconds.
  var shift: Int64 = 0
  /// Minutes east of UTC.
  var utcOffsetMinutes: Int64

  /// What the wall clock says now, milliseconds since 1970.
  var wall: Int64 { wallAtStart + t + shift }

  /// Milliseconds until the next midnight of a zone; at midnight itself a whole day.
  func untilMidnight(in zone: Int64) -> Int64 {
    let day: Int64 = 86_400_000
    let local = (wall + zone * 60_000) % day
    return day - (local < 0 ? local + day : local)
  }
}
