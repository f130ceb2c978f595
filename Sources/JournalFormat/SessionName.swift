package import JSONLines

/// The syntax of a session's name: 1 to 64 of `A-Z a-z 0-9 . _ -`.
package enum SessionName {
  /// Whether a text is a valid name.
  package static func isValid(_ text: ByteView) -> Bool {
    guard lengths.contains(text.count) else { return false }
    let table = table
    // One result for all bytes: a branch for each of them takes longer.
    var areAllowed: UInt8 = 1
    for byte in text.raw { areAllowed &= table[Int(byte)] }
    return areAllowed == 1
  }

  /// Whether a text is a valid name.
  package static func isValid(_ text: String) -> Bool { ByteView.with(Array(text.utf8), isValid) }

  /// The number of bytes that a name may have.
  @inlinable package static var lengths: ClosedRange<Int> { 1...64 }

  /// Whether a name may contain a byte.
  @inlinable @inline(__always)
  package static func allows(_ byte: UInt8) -> Bool {
    (byte < 64 ? below64 : byte < 128 ? below128 : 0) &>> UInt64(byte & 63) & 1 == 1
  }

  /// One for each byte that a name may contain, zero for the others.
  private static let table = (0...UInt8.max).map { allows($0) ? 1 : 0 as UInt8 }

  /// One bit for each of the bytes 0 to 63: `-`, `.` and the digits.
  @usableFromInline static let below64: UInt64 = 0x03FF_6000_0000_0000
  /// One bit for each of the bytes 64 to 127: the letters and `_`.
  @usableFromInline static let below128: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
