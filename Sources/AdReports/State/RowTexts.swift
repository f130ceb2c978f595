/// The key of a value in ``JSONRows`` with its quotes and its colon, behind room for what stands
/// before it: sixteen bytes that are put at once.
struct RowKey {
  let words: (UInt64, UInt64)
  /// How many of them count.
  let count: Int

  /// Makes a key of up to 12 bytes.
  init(_ key: StaticString) {
    let size = key.utf8CodeUnitCount
    precondition(size <= 12)
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) {
      RowWord.quote(UnsafeRawBufferPointer(start: key.utf8Start, count: size), in: $0, at: 1)
      $0[size + 3] = 0x3A
    }
    self.words = words
    count = size + 4
  }
}

/// A text with its quotes that needs no escape, as bytes that are put at once.
struct RowWord {
  let words: (UInt64, UInt64, UInt64, UInt64)
  /// How many of them count.
  let count: Int

  /// Makes a text of up to 30 bytes.
  init(_ text: String) {
    var text = text
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    count = text.withUTF8 { text in
      precondition(text.count <= 30)
      withUnsafeMutableBytes(of: &words) {
        Self.quote(UnsafeRawBufferPointer(text), in: $0, at: 0)
      }
      return text.count + 2
    }
    self.words = words
  }

  fileprivate static func quote(
    _ text: UnsafeRawBufferPointer, in words: UnsafeMutableRawBufferPointer, at place: Int
  ) {
    words[place] = 0x22
    for index in text.indices { words[place + 1 + index] = text[index] }
    words[place + 1 + text.count] = 0x22
  }
}
