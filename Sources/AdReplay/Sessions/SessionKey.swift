internal import AdSession

/// A session's name of up to 64 bytes, kept without a pointer so that comparing it is cheap.
struct SessionKey {
  private var words: Trace.Bytes = (0, 0, 0, 0, 0, 0, 0, 0)
  private var count = 0

  init() {}

  /// The key of a valid name; eight bytes behind it must be readable.
  init(_ name: TextRef) {
    count = min(name.count, 64)
    withUnsafeMutableBytes(of: &words) { words in
      words.copyMemory(from: UnsafeRawBufferPointer(start: name.start, count: count))
    }
  }

  /// The name.
  var text: String {
    withUnsafeBytes(of: words) { String(decoding: $0.prefix(count), as: UTF8.self) }
  }

  /// Names a session by it, whose text is made when it is asked for.
  func name(_ trace: Trace, number: Int) { trace.name(words, count: count, number: number) }

  /// Whether this is the key of a name.
  @inline(__always)
  func matches(_ name: TextRef) -> Bool {
    guard name.count == count else { return false }
    return withUnsafeBytes(of: words) { words in
      var offset = 0
      while offset &+ 8 <= count {
        if word(words, offset) != name.start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
          return false
        }
        offset &+= 8
      }
      if offset == count { return true }
      let right = name.start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // The first bytes of a word are its lower ones.
      let difference = UInt64(littleEndian: word(words, offset) ^ right)
      return difference &<< UInt64(truncatingIfNeeded: 64 &- (count &- offset) &* 8) == 0
    }
  }

  @inline(__always)
  private func word(_ words: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
