/// The syntax of a session's name: 1 to 64 of `A-Z a-z 0-9 . _ -`.
package enum SessionName {
  /// Whether a text is a valid name.
  @inlinable
  package static func isValid(_ text: some Collection<UInt8>) -> Bool {
    guard text.count >= 1, text.count <= 64 else { return false }
    var areAllowed = true
    for byte in text { areAllowed = areAllowed && allows(byte) }
    return areAllowed
  }

  /// Whether a name may contain a byte.
  @inlinable
  package static func allows(_ byte: UInt8) -> Bool {
    (byte < 64 ? below64 : byte < 128 ? below128 : 0) &>> UInt64(byte & 63) & 1 == 1
  }

  /// One bit for each of the bytes 0 to 63: `-`, `.` and the digits.
  @usableFromInline static let below64: UInt64 = 0x03FF_6000_0000_0000
  /// One bit for each of the bytes 64 to 127: the letters and `_`.
  @usableFromInline static let below128: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
