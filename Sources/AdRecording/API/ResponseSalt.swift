internal import JournalFormat

/// The random salt with which response ids are hashed.
///
/// Each install has its own; no journal contains it.
///
/// Within one install, equal response ids have equal hashes, so records of one response can be
/// matched. Hashes of different installs cannot be compared. The recorder's thread hashes
/// (``Recorder/Options/responseSalt``).
public struct ResponseSalt: Equatable, Sendable {
  let bytes: [UInt8]

  /// Makes a salt of the given bytes; use at least 16 random bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a salt of 32 random bytes.
  static func random(_ generator: inout some RandomNumberGenerator) -> ResponseSalt {
    ResponseSalt((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}

/// Hashes the response ids of one install.
struct ResponseHash {
  private let code: HMAC

  init(_ salt: ResponseSalt) { code = HMAC(key: salt.bytes) }

  /// Returns the hash of a response id: 32 hexadecimal digits.
  func text(of response: UnsafeRawBufferPointer) -> String {
    Hex.text(code.code(of: response).prefix(16))
  }
}
