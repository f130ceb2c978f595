/// A session name of up to 64 bytes in words, which are compared faster than text.
@usableFromInline
package struct SessionKey {
  @usableFromInline var words: Trace.Bytes = (0, 0, 0, 0, 0, 0, 0, 0)
  /// The number of bytes.
  @usableFromInline var count = 0

  /// The key of no name.
  @inlinable
  package init() {}

  /// The key of a valid name; eight bytes behind it must be readable.
  package init(padded name: UnsafeRawPointer, _ count: Int) {
    self.count = min(count, 64)
    withUnsafeMutableBytes(of: &words) { words in
      words.copyMemory(from: UnsafeRawBufferPointer(start: name, count: self.count))
    }
  }

  /// The name.
  package var text: String {
    withUnsafeBytes(of: words) { String(decoding: $0.prefix(count), as: UTF8.self) }
  }

  /// Sets the name of a session, whose text is made on first use.
  package func name(_ trace: Trace, number: Int) { trace.name(words, count: count, number: number) }

  /// Whether this is the key of a name; eight bytes behind it must be readable.
  @inlinable @inline(__always)
  package func matches(padded name: UnsafeRawPointer, _ length: Int) -> Bool {
    guard length == count else { return false }
    return withUnsafeBytes(of: words) { words in
      var offset = 0
      while offset &+ 8 <= count {
        if Self.word(words, offset) != name.loadUnaligned(fromByteOffset: offset, as: UInt64.self) {
          return false
        }
        offset &+= 8
      }
      if offset == count { return true }
      let right = name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // The first bytes of a word are its lower ones.
      let difference = UInt64(littleEndian: Self.word(words, offset) ^ right)
      return difference &<< UInt64(truncatingIfNeeded: 64 &- (count &- offset) &* 8) == 0
    }
  }

  @inlinable @inline(__always)
  static func word(_ words: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
