internal import AdSession

/// Reads wall clocks; the minute is compared with that of the last one before it is worked out.
struct WallMemo {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  /// Milliseconds at the beginning of the remembered minute.
  private var minute: Int64 = 0

  /// Milliseconds since 1970 of `2026-11-20T09:15:02.123Z`; nil for any other form.
  @inline(__always)
  mutating func parse(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count == 24 else { return nil }
    let raw = UnsafeRawPointer(text)
    let head = raw.loadUnaligned(as: UInt64.self)
    let next = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    if head == first, next == second, let rest = Self.rest(text) { return minute &+ rest }
    return remember(text, head, next)
  }

  @inline(never)
  private mutating func remember(
    _ text: UnsafePointer<UInt8>, _ head: UInt64, _ next: UInt64
  ) -> Int64? {
    guard let wall = WallClock.parse(UnsafeRawBufferPointer(start: text, count: 24)),
      let rest = Self.rest(text)
    else { return nil }
    first = head
    second = next
    minute = wall - rest
    return wall
  }

  /// The milliseconds that `:SS.mmmZ` says.
  @inline(__always)
  private static func rest(_ text: UnsafePointer<UInt8>) -> Int64? {
    let tens = text[17] &- 48
    let ones = text[18] &- 48
    let a = text[20] &- 48
    let b = text[21] &- 48
    let c = text[22] &- 48
    guard tens < 6, ones < 10, a < 10, b < 10, c < 10, text[16] == 58, text[19] == 46,
      text[23] == 90
    else { return nil }
    let seconds = Int64(tens) &* 10 &+ Int64(ones)
    return seconds &* 1000 &+ Int64(a) &* 100 &+ Int64(b) &* 10 &+ Int64(c)
  }
}
