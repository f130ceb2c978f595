/// The key of a value in ``JSONRows`` with its quotes and its colon, behind room for what stands
/// before it: sixteen bytes that are put at once.
struct RowKey {
  let words: (UInt64, UInt64)
  /// How many of them count.
  let count: Int

  /// Makes a key of up to 13 bytes.
  init(_ key: StaticString) {
    let bytes = [0] + RowWord.quoted(Array("\(key)".utf8)) + [0x3A]
    precondition(bytes.count <= 16)
    words = (RowWord.word(bytes, 0), RowWord.word(bytes, 8))
    count = bytes.count
  }
}

/// A text with its quotes that needs no escape, as bytes that are put at once.
struct RowWord {
  let words: (UInt64, UInt64, UInt64, UInt64)
  /// How many of them count.
  let count: Int

  /// Makes a text of up to 30 bytes.
  init(_ text: String) {
    let bytes = Self.quoted(Array(text.utf8))
    precondition(bytes.count <= 32)
    words = (
      Self.word(bytes, 0), Self.word(bytes, 8), Self.word(bytes, 16), Self.word(bytes, 24)
    )
    count = bytes.count
  }

  fileprivate static func quoted(_ text: [UInt8]) -> [UInt8] { [0x22] + text + [0x22] }

  /// Eight bytes from a place on as they lie in memory, with zeros behind the last.
  fileprivate static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    let eight = (0..<8).map { place + $0 < bytes.count ? bytes[place + $0] : 0 }
    return eight.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }
}
