internal import AdSession
internal import JSONLines

/// Reads the wall clocks of canonical lines: the bytes before the last digit of the minute are
/// looked up in a cache, the others are computed.
struct CanonicalClock {
  /// Ten minutes: the bytes `"2026-11-20T09:1`, and milliseconds since 1970 at their beginning.
  private struct Span {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    var start: Int64 = 0
  }

  private let spans: UnsafeMutablePointer<Span>
  private static let slotBits: UInt64 = 6

  init() {
    spans = .allocate(capacity: 1 << Int(Self.slotBits))
    spans.initialize(repeating: Span(), count: 1 << Int(Self.slotBits))
  }

  /// Frees the memory; the clock must not be used again.
  func deallocate() { spans.deallocate() }

  /// Milliseconds since 1970 of `"2026-11-20T09:15:02.123`, which a `Z` follows; `nil` for any
  /// other form.
  @inline(__always)
  mutating func parse(_ quote: UnsafePointer<UInt8>) -> Int64? {
    let head = SWAR.load(quote)
    let tail = SWAR.load(quote + 8)
    let span = spans + Int(truncatingIfNeeded: (tail &* 0xD6E8_FEB8_6659_FD93) &>> 58)
    guard let rest = Self.rest(quote + 16) else { return nil }
    if span.pointee.head == head, span.pointee.tail == tail { return span.pointee.start &+ rest }
    return remember(quote, rest, span)
  }

  @inline(never)
  private mutating func remember(
    _ quote: UnsafePointer<UInt8>, _ rest: Int64, _ span: UnsafeMutablePointer<Span>
  ) -> Int64? {
    let text = UnsafeRawBufferPointer(start: quote + 1, count: 24)
    guard quote.pointee == 0x22, let wall = WallClock.parse(text) else { return nil }
    span.pointee = Span(
      head: SWAR.load(quote), tail: SWAR.load(quote + 8), start: wall &- rest)
    return wall
  }

  /// The milliseconds in `5:02.123`.
  ///
  /// An exclusive or with `0` and the separators leaves the values of the digits, and zero for each
  /// separator.
  @inline(__always)
  private static func rest(_ text: UnsafePointer<UInt8>) -> Int64? {
    let digits = SWAR.load(text) ^ 0x3030_302E_3030_3A30  // 0:00.000
    // Over 9, over 5 for the tens of seconds, over 0 for a separator.
    let tooLarge = (digits &+ 0x7676_767F_767A_7F76) | digits
    guard tooLarge & SWAR.tops == 0 else { return nil }
    let minute = (digits & 0xFF) &* 60_000
    // Of the pairs only the seconds and the tens of milliseconds; one multiplication weighs both.
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x0000_FF00_00FF_0000
    let weighed = (pairs &* (1000 &<< 24 | 10)) &>> 40
    return Int64(truncatingIfNeeded: minute &+ weighed &+ digits &>> 56)
  }
}
