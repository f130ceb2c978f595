#if canImport(CryptoKit)
  internal import CryptoKit
#endif

/// The hash SHA-256, computed incrementally; a copy continues independently.
///
/// Apple systems use CryptoKit, others ``PlainSHA256``.
package struct SHA256: Sendable {
  #if canImport(CryptoKit)
    private var hash = CryptoKit.SHA256()
  #else
    private var hash = PlainSHA256()
  #endif

  package init() {}

  /// Adds the next bytes without copying them.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      hash.update(bufferPointer: bytes)
    #else
      hash.update(bytes)
    #endif
  }

  /// Adds the next bytes from an array.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The 32 bytes of the hash of everything so far; nothing may follow.
  package mutating func digest() -> [UInt8] {
    #if canImport(CryptoKit)
      Array(hash.finalize())
    #else
      hash.digest()
    #endif
  }

  /// The hash of everything so far as 64 lower-case hexadecimal digits; nothing may follow.
  package mutating func finish() -> String { Hex.text(digest()) }

  /// The hash of a text as 64 lower-case hexadecimal digits.
  package static func hex(of text: String) -> String { Hex.text(digest(of: Array(text.utf8))) }

  /// The hash of one piece.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }
}

/// Bytes as hexadecimal digits and back.
package enum Hex {
  /// Two lower-case digits per byte.
  package static func text(_ bytes: [UInt8]) -> String { text(bytes[...]) }

  /// Two lower-case digits per byte.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of hexadecimal digits of either case; nil for anything else.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text {
      guard let value = value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
