/// The secret with which an app's recorder seals its journals and a server verifies them: 32 bytes.
///
/// Each session derives its own ``EvolvingKey`` from it. Someone who later reads the key of a
/// session from the device cannot change segments that were sealed before. This holds only if the
/// app removes the `SealKey` from the device's memory and storage as soon as the session has begun.
/// A keyed seal detects any change made without the key. It does not protect against the owner of
/// the device, who can read the key from the start.
public struct SealKey: Equatable, Sendable {
  /// The length of a key: 32 bytes.
  public static let byteCount = 32

  /// The name of the key in seals: 1 to 64 of `A-Z a-z 0-9 . _ -`.
  public let name: String
  package let bytes: [UInt8]

  /// The reason why a key is invalid.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason in one sentence.
    public let description: String
  }

  /// Makes a key; use 32 random bytes.
  ///
  /// - Parameters:
  ///   - bytes: The secret.
  ///   - name: The name of the key in seals, which identifies one of several keys; nil for the
  ///     first 8 digits of a hash of the key.
  /// - Throws: ``Failure`` if the length or the name is invalid.
  public init(_ bytes: [UInt8], name: String? = nil) throws(Failure) {
    guard bytes.count == Self.byteCount else {
      throw Failure(
        description: "a key must have \(Self.byteCount) bytes, but has \(bytes.count)")
    }
    self.bytes = bytes
    self.name = name ?? Self.fingerprint(bytes)
    guard SessionName.isValid(self.name) else {
      throw Failure(description: "a key name must have 1 to 64 of the characters A-Z a-z 0-9 . _ -")
    }
  }

  /// Parses the content of a key file: 32 bytes, or 64 hexadecimal digits and an optional line
  /// feed.
  ///
  /// - Throws: ``Failure`` if it is neither.
  public init(file: [UInt8], name: String? = nil) throws(Failure) {
    if file.count == Self.byteCount {
      try self.init(file, name: name)
      return
    }
    let text = file.reversed().drop { $0 == 0x0A || $0 == 0x0D }.reversed()
    guard text.count == Self.byteCount * 2, let bytes = Hex.bytes(Array(text)) else {
      throw Failure(
        description: "a key file must contain \(Self.byteCount) bytes or \(Self.byteCount * 2) "
          + "hexadecimal digits, but has \(file.count) bytes")
    }
    try self.init(bytes, name: name)
  }

  private static func fingerprint(_ bytes: [UInt8]) -> String {
    Hex.text(SHA256.digest(of: Array("adjournal key name".utf8) + bytes).prefix(4))
  }
}

/// The key of one session, which changes after each segment: a later key cannot make seals of
/// earlier segments.
///
/// The first key is HMAC-SHA-256 of `adjournal session NAME` under the ``SealKey``. Each next key
/// is SHA-256 of `adj` followed by the 32 bytes of the key before it.
public struct EvolvingKey: Equatable, Sendable {
  /// The number of the segment that this key seals, from 1.
  public private(set) var epoch: Int64 = 1
  private let name: String
  private var bytes: [UInt8]

  /// The key of a session's first segment.
  public init(_ key: SealKey, session: String) {
    name = key.name
    bytes = HMAC.code(of: Array("adjournal session \(session)".utf8), key: key.bytes)
  }

  /// The value of `key` in a seal: the name of the key, a slash, the epoch.
  public var label: String { "\(name)/\(epoch)" }

  /// Replaces the key with that of the next segment, and overwrites the old one in memory.
  public mutating func evolve() {
    let next = SHA256.digest(of: Array("adj".utf8) + bytes)
    for index in bytes.indices { bytes[index] = next[index] }
    epoch += 1
  }

  /// Returns the value of `hmac` in a seal: HMAC-SHA-256 of the 64 digits of its `sha256`.
  public func hmac(of sha256: String) -> String {
    Hex.text(HMAC.code(of: Array(sha256.utf8), key: bytes))
  }
}
