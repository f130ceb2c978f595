/// The keyed hash HMAC-SHA-256 (RFC 2104), which cannot be computed without the key.
///
/// The hashes of the padded key are made once, so that each code needs half the work.
package final class HMAC: Sendable {
  private let inner: SHA256
  private let outer: SHA256

  /// Makes the hash of a key, which can have any length.
  package init(key: [UInt8]) {
    let short = key.count > Self.block ? SHA256.digest(of: key) : key
    let padded = short + [UInt8](repeating: 0, count: Self.block - short.count)
    inner = Self.hash(of: padded, 0x36)
    outer = Self.hash(of: padded, 0x5C)
  }

  private static func hash(of padded: [UInt8], _ mask: UInt8) -> SHA256 {
    var hash = SHA256()
    hash.update(padded.map { $0 ^ mask })
    return hash
  }

  /// Returns the 32-byte code of a message.
  package func code(of message: UnsafeRawBufferPointer) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.update(message)
    outer.update(inner.digest())
    return outer.digest()
  }

  /// The 32-byte code of a message; the key can have any length.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    message.withUnsafeBytes { HMAC(key: key).code(of: $0) }
  }

  /// Bytes of a block of SHA-256.
  private static let block = 64
}
