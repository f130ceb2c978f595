internal import AdReplay
internal import AdSession

/// The counts of one session, in few bytes.
struct SessionCounts: Sendable {
  var verdicts = SIMD8<UInt8>()
  var violations = SIMD4<UInt32>()
  var records: UInt32 = 0

  /// How many bytes ``words`` take.
  private static let size = 28

  /// All of it, without room between.
  var words: (UInt64, UInt64, UInt64, UInt32) {
    (
      unsafeBitCast(verdicts, to: UInt64.self), Self.pair(violations[0], violations[1]),
      Self.pair(violations[2], violations[3]), records
    )
  }

  init() {}

  private init(_ words: (UInt64, UInt64, UInt64, UInt32)) {
    verdicts = unsafeBitCast(words.0, to: SIMD8<UInt8>.self)
    violations = SIMD4(truncatingIfNeeded: SIMD4(words.1, words.1 >> 32, words.2, words.2 >> 32))
    records = words.3
  }

  private static func pair(_ low: UInt32, _ high: UInt32) -> UInt64 {
    UInt64(low) | UInt64(high) << 32
  }

  /// Calls back with the bytes of the counts: what stands before a report that waits.
  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    withUnsafeBytes(of: words) { body(UnsafeRawBufferPointer(rebasing: $0[..<Self.size])) }
  }

  /// Reads the counts and the report behind them; nil where bytes are missing.
  static func parse(
    _ bytes: UnsafeRawBufferPointer
  ) -> (counts: SessionCounts, report: [UInt8])? {
    guard bytes.count >= size else { return nil }
    let counts = SessionCounts(
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 24, as: UInt32.self)
      ))
    return (counts, bytes.count == size ? [] : Array(bytes[size...]))
  }
}

/// What was found in a session's bytes.
struct Findings: Sendable {
  var damage: [Damage] = []
  var notes: [Note] = []

  var isEmpty: Bool { damage.isEmpty && notes.isEmpty }
}
