/// A plain key with the quote and colon after it, in three words to compare, and what follows it.
struct KeyEntry {
  /// The longest key that fits with its quote and colon.
  static let longest = 22

  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)
  /// The stamp of the last line that had this key.
  var stamp: UInt32 = 0
  /// The index of the key that came after this one last.
  ///
  /// The first entry is no key itself: it stands before the first key of a line.
  private(set) var next: UInt16 = 1
  /// The index of the key that came after this one before that.
  private(set) var other: UInt16 = 1
  private(set) var count: UInt8 = 0
  /// The number that the key was told to have.
  var number = Field.noNumber

  init() {}

  /// An entry for a key, of at most ``longest`` bytes.
  init(_ start: Bytes, _ count: Int) {
    var text = [UInt8](UnsafeBufferPointer(start: start, count: count)) + [Byte.quote, Byte.colon]
    text += [UInt8](repeating: 0, count: 24 - text.count)
    text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      words = (Octets.load(base), Octets.load(base + 8), Octets.load(base + 16))
    }
    masks = Self.masks(count + 2)
    self.count = UInt8(truncatingIfNeeded: count)
  }

  /// Remembers which key came after this one.
  mutating func expect(_ key: UInt16) {
    other = next
    next = key
  }

  /// Whether this key stands here with its quote and colon.
  ///
  /// A match holds no line feed and no NUL, so it cannot go beyond the line.
  @inline(__always)
  func stands(at start: Bytes) -> Bool {
    let first = (Octets.load(start) ^ words.0) & masks.0
    let second = (Octets.load(start + 8) ^ words.1) & masks.1
    let third = (Octets.load(start + 16) ^ words.2) & masks.2
    return first | second | third == 0
  }

  /// Whether this key is the text, whatever comes after it.
  func isKey(_ start: Bytes, _ count: Int) -> Bool {
    guard count == Int(self.count) else { return false }
    let masks = Self.masks(count)
    let first = (Octets.load(start) ^ words.0) & masks.0
    let second = (Octets.load(start + 8) ^ words.1) & masks.1
    let third = (Octets.load(start + 16) ^ words.2) & masks.2
    return first | second | third == 0
  }

  private static func masks(_ count: Int) -> (UInt64, UInt64, UInt64) {
    func mask(_ from: Int) -> UInt64 { Octets.lowBytes(max(0, min(8, count - from))) }
    return (mask(0), mask(8), mask(16))
  }
}
