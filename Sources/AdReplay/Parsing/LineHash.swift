package import JSONLines

/// A 64-bit hash of a whole line, which distinguishes a repeated record from another with its
/// `seq`.
///
/// One multiplication mixes two words of eight bytes, as in wyhash (Wang Yi 2019).
package enum LineHash {
  /// No text contains the byte 0xFF, so the bytes of a line cannot make a factor zero.
  private static let key: UInt64 = 0xFF1D_64A0_78BD_642F
  private static let start: UInt64 = 0x8EBC_6AF0_9C88_C6E3

  /// The hash of a line's bytes.
  package static func of(_ line: ByteView) -> UInt64 {
    guard line.count >= 16 else { return line.reduce(key) { mix($0 ^ UInt64($1), key) } }
    let last = line.count - 16
    var hash = start
    var offset = 0
    while offset < last {
      hash = mix(line.word(at: offset) ^ key, line.word(at: offset + 8) ^ hash)
      offset += 16
    }
    hash = mix(line.word(at: last) ^ key, line.word(at: last + 8) ^ hash)
    return mix(hash, UInt64(line.count) ^ key)
  }

  /// The hash of a line's bytes.
  package static func of(_ line: [UInt8]) -> UInt64 { ByteView.with(line) { of($0) } }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
