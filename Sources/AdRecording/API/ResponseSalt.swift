internal import JournalFormat
internal import Platform

/// The random salt with which response ids are hashed.
///
/// Each install has its own; no journal contains it.
///
/// Within one install, equal response ids have equal hashes, so records of one response can be
/// matched. Hashes of different installs cannot be compared.
public struct ResponseSalt: Equatable, Sendable {
  let bytes: [UInt8]

  /// Makes a salt of the given bytes; use at least 16 random bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the hash of a response id: 32 hexadecimal digits.
  ///
  /// Only the first 64 KiB count.
  public func hash(of response: String) -> String {
    Hex.text(HMAC.code(of: Array(response.utf8.prefix(1 << 16)), key: bytes).prefix(16))
  }

  /// Makes a salt of 32 random bytes.
  static func random(_ generator: inout some RandomNumberGenerator) -> ResponseSalt {
    ResponseSalt((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
