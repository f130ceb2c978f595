internal import AdSession

/// Reads wall clocks; the day is compared with that of the last one before it is worked out.
struct WallMemo {
  private var head: UInt64 = 0
  private var tail: UInt64 = 0
  /// Milliseconds at the beginning of the remembered day.
  private var day: Int64 = 0

  /// Milliseconds since 1970 of `2026-11-20T09:15:02.123Z`; nil for any other form.
  @inline(__always)
  mutating func parse(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count == 24 else { return nil }
    // The date and its `T`: bytes 0 to 7, and 3 to 10.
    let raw = UnsafeRawPointer(text)
    let first = raw.loadUnaligned(as: UInt64.self)
    let second = raw.loadUnaligned(fromByteOffset: 3, as: UInt64.self)
    if first == head, second == tail, let time = Self.time(text) { return day &+ time }
    return remember(text, first, second)
  }

  @inline(never)
  private mutating func remember(
    _ text: UnsafePointer<UInt8>, _ first: UInt64, _ second: UInt64
  ) -> Int64? {
    guard let wall = WallClock.parse(UnsafeRawBufferPointer(start: text, count: 24)),
      let time = Self.time(text)
    else { return nil }
    head = first
    tail = second
    day = wall - time
    return wall
  }

  /// The milliseconds of a day that `HH:MM:SS.mmmZ` says.
  @inline(__always)
  private static func time(_ text: UnsafePointer<UInt8>) -> Int64? {
    let hour = pair(text + 11)
    let minute = pair(text + 14)
    let second = pair(text + 17)
    let hundreds = Int64(text[20]) &- 48
    let rest = pair(text + 21)
    // A pair that is no two digits is negative, so one sign tells for all of them.
    let bad =
      hour | minute | second | rest | hundreds | (9 &- hundreds) | (23 &- hour)
      | (59 &- minute) | (59 &- second)
    guard bad >= 0, text[13] == 58, text[16] == 58, text[19] == 46, text[23] == 90 else {
      return nil
    }
    return ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000 &+ hundreds &* 100 &+ rest
  }

  /// The number of two digits; negative for anything else.
  @inline(__always)
  private static func pair(_ text: UnsafePointer<UInt8>) -> Int64 {
    let tens = Int64(text[0]) &- 48
    let ones = Int64(text[1]) &- 48
    return tens | ones | (9 &- tens) | (9 &- ones) < 0 ? -1 : tens &* 10 &+ ones
  }
}
