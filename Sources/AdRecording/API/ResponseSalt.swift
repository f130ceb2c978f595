internal import Platform

/// What response ids are hashed with: random, of one install, and never in a journal.
///
/// Two records of one install that name the same response have the same hash, so that they can be
/// told to belong together; across installs they have nothing in common.
public struct ResponseSalt: Equatable, Sendable {
  let bytes: [UInt8]

  /// A salt of given bytes, 16 or more of them random.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// 32 hexadecimal digits for a response id.
  public func hash(of response: String) -> String {
    Hex.text(HMAC.code(of: Array(response.utf8.prefix(1 << 16)), key: bytes).prefix(16))
  }

  /// A salt of 32 bytes from a source of randomness.
  static func random(_ generator: inout some RandomNumberGenerator) -> ResponseSalt {
    ResponseSalt((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
