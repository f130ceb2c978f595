/// A known key without escapes, and the keys that followed it in earlier lines.
///
/// The key, its closing quote and the colon are kept in three words, which are compared at once.
struct KeyEntry {
  /// The length in bytes of the longest key that fits, without quote and colon.
  static let maximumLength = 22

  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)
  /// The stamp of the last line that contained this key.
  var stamp: UInt32 = 0
  /// The index of the key that most recently followed this one.
  ///
  /// The entry at index 0 is not a key: its successor is the first key of a line.
  private(set) var next: UInt16 = 1
  /// The index of the key that followed this one before ``next`` did.
  private(set) var alternative: UInt16 = 1
  private(set) var count: UInt8 = 0
  /// The number assigned to the key.
  var number = Field.noNumber

  init() {}

  /// Creates an entry for a key of at most ``maximumLength`` bytes.
  init(_ start: Bytes, _ count: Int) {
    var text = [UInt8](UnsafeBufferPointer(start: start, count: count)) + [Byte.quote, Byte.colon]
    text += [UInt8](repeating: 0, count: 24 - text.count)
    text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      words = (SWAR.load(base), SWAR.load(base + 8), SWAR.load(base + 16))
    }
    masks = Self.masks(count + 2)
    self.count = UInt8(truncatingIfNeeded: count)
  }

  /// Remembers the key that followed this one.
  mutating func remember(next key: UInt16) {
    alternative = next
    next = key
  }

  /// Whether this key, its quote and a colon are at an address.
  ///
  /// A match contains no line feed and no NUL, so it cannot extend beyond the line.
  @inline(__always)
  func matches(at start: Bytes) -> Bool {
    let first = (SWAR.load(start) ^ words.0) & masks.0
    let second = (SWAR.load(start + 8) ^ words.1) & masks.1
    let third = (SWAR.load(start + 16) ^ words.2) & masks.2
    return first | second | third == 0
  }

  /// Whether this key equals a text.
  func isKey(_ start: Bytes, _ count: Int) -> Bool {
    guard count == Int(self.count) else { return false }
    let masks = Self.masks(count)
    let first = (SWAR.load(start) ^ words.0) & masks.0
    let second = (SWAR.load(start + 8) ^ words.1) & masks.1
    let third = (SWAR.load(start + 16) ^ words.2) & masks.2
    return first | second | third == 0
  }

  private static func masks(_ count: Int) -> (UInt64, UInt64, UInt64) {
    func mask(_ from: Int) -> UInt64 { SWAR.lowBytes(max(0, min(8, count - from))) }
    return (mask(0), mask(8), mask(16))
  }
}
