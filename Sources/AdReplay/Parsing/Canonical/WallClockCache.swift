internal import AdSession
internal import JSONLines

/// Reads wall clocks; the day is computed only if it differs from the last one.
struct WallClockCache {
  private var head: UInt64 = 0
  private var tail: UInt64 = 0
  /// Milliseconds since 1970 at the beginning of the last day.
  private var day: Int64 = 0

  /// Milliseconds since 1970 of `2026-11-20T09:15:02.123Z`; `nil` for any other form.
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

  /// The milliseconds of the day in `HH:MM:SS.mmmZ`, eight bytes at a time.
  ///
  /// An exclusive or with `0` and the separators leaves the values of the digits, and zero for each
  /// separator.
  @inline(__always)
  private static func time(_ text: UnsafePointer<UInt8>) -> Int64? {
    let clock = load(text + 11) ^ 0x3030_3A30_303A_3030  // 00:00:00
    let rest = load(text + 16) ^ 0x5A30_3030_2E30_303A  // :00.000Z
    let tooLarge = (clock &+ 0x7676_7676_7676_7676) | clock | (rest &+ 0x7676_7676_7676_7676) | rest
    let separators = (clock & 0x0000_FF00_00FF_0000) | (rest & 0xFF00_0000_FF00_00FF)
    guard tooLarge & 0x8080_8080_8080_8080 == 0, separators == 0 else { return nil }
    let pairs = clock &* 10 &+ clock &>> 8
    let hour = Int64(pairs & 0xFF)
    let minute = Int64(pairs &>> 24 & 0xFF)
    let second = Int64(pairs &>> 48 & 0xFF)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let thousandths =
      (rest &>> 32 & 0xF) &* 100 &+ (rest &>> 40 & 0xF) &* 10 &+ (rest &>> 48 & 0xF)
    return ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000 &+ Int64(thousandths)
  }

  @inline(__always)
  private static func load(_ address: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self))
  }
}

/// Reads the wall clocks of canonical lines: the bytes before the last digit of the minute are looked up
/// in a cache, the others are computed.
struct CanonicalClock {
  /// Ten minutes: the bytes `"2026-11-20T09:1`, and milliseconds since 1970 at their beginning.
  private struct Span {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    var start: Int64 = 0
  }

  private let spans: UnsafeMutablePointer<Span>
  private var days = WallClockCache()
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
    guard quote.pointee == 0x22, let wall = days.parse(quote + 1, 24) else { return nil }
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

extension CanonicalClock {
  /// Reads the wall clock in quotes at a cursor, which moves past it; `nil` for any other form.
  @inline(__always)
  mutating func wall(at cursor: inout LineCursor) -> Int64? {
    let quote = cursor.address
    guard let wall = parse(quote), quote[24] == 0x5A, quote[25] == 0x22 else { return nil }
    cursor.advance(by: 26)
    return wall
  }
}
