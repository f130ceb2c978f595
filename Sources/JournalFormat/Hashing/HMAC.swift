/// The keyed hash HMAC-SHA-256 (RFC 2104), which cannot be computed without the key.
package enum HMAC {
  /// The 32-byte code of a message; the key can have any length.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > block ? SHA256.digest(of: key) : key
    let padded = short + [UInt8](repeating: 0, count: block - short.count)
    var inner = SHA256()
    inner.update(padded.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256()
    outer.update(padded.map { $0 ^ 0x5C })
    outer.update(inner.digest())
    return outer.digest()
  }

  /// Bytes of a block of SHA-256.
  private static let block = 64
}
