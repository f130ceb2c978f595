/// A session's name of up to 64 bytes, kept without a pointer so that comparing it is cheap.
struct SessionKey {
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
    (0, 0, 0, 0, 0, 0, 0, 0)
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

  /// Whether this is the key of a name.
  @inline(__always)
  func matches(_ name: TextRef) -> Bool {
    guard name.count == count else { return false }
    return withUnsafeBytes(of: words) { words in
      var offset = 0
      while offset < count {
        let left = words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let right = name.start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let rest = count &- offset
        let mask: UInt64 =
          rest >= 8 ? ~0 : UInt64(littleEndian: ~(~0 &<< UInt64(truncatingIfNeeded: rest &* 8)))
        if (left ^ right) & mask != 0 { return false }
        offset &+= 8
      }
      return true
    }
  }
}
