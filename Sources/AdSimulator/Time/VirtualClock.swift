/// The two clocks of a simulated phone: a monotonic clock, and a wall clock that can jump.
struct VirtualClock {
  /// Milliseconds since the process began, including sleep.
  var t: Int64 = 0
  /// The wall-clock time at the beginning of the process, in milliseconds since 1970.
  var wallAtStart: Int64
  /// The sum of the jumps of the wall clock since then, in milliseconds.
  var shift: Int64 = 0
  /// The offset of the time zone from UTC, in minutes east.
  var utcOffsetMinutes: Int64

  /// The current wall-clock time in milliseconds since 1970.
  var wall: Int64 { wallAtStart + t + shift }

  /// Milliseconds until the next midnight at some UTC offset in minutes; a whole day at midnight.
  func untilMidnight(in zone: Int64) -> Int64 {
    let day: Int64 = 86_400_000
    let local = (wall + zone * 60_000) % day
    return day - (local < 0 ? local + day : local)
  }
}
