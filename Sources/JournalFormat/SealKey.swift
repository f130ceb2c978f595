internal import Platform

/// The secret with which an app's recorder seals its journals and a server verifies them: 32 bytes.
///
/// It is never used as it is. Each session gets an ``EvolvingKey`` of its own, so that whoever takes
/// a phone's key later cannot change what was sealed before. For that the app must not keep this key
/// on the phone longer than it takes to begin a session. A keyed seal proves that the sealed lines
/// were not changed after they were sealed by someone who did not have the key; it proves nothing
/// against the owner of the phone, who has the key from the start.
public struct SealKey: Equatable, Sendable {
  /// How many bytes a key has.
  public static let byteCount = 32

  /// What seals call the key: 1 to 64 of `A-Z a-z 0-9 . _ -`.
  public let name: String
  package let bytes: [UInt8]

  /// Why a key cannot be used, in one sentence.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  /// Makes a key of 32 random bytes.
  ///
  /// - Parameters:
  ///   - bytes: The secret.
  ///   - name: What seals call it; nil for the first 8 digits of a hash of it, so that a seal tells
  ///     which of several keys it was made with.
  /// - Throws: ``Failure`` where the length or the name is not right.
  public init(_ bytes: [UInt8], name: String? = nil) throws(Failure) {
    guard bytes.count == Self.byteCount else {
      throw Failure(
        description: "a key has \(Self.byteCount) bytes, but this one has \(bytes.count)")
    }
    self.bytes = bytes
    self.name = name ?? Self.fingerprint(bytes)
    guard Array(self.name.utf8).withUnsafeBytes({ SessionName.isValid($0) }) else {
      throw Failure(description: "a key is named by 1 to 64 of A-Z a-z 0-9 . _ -")
    }
  }

  /// Reads a key as a file has it: 32 bytes, or 64 hexadecimal digits with or without a line feed.
  ///
  /// - Throws: ``Failure`` where it is neither.
  public init(file: [UInt8], name: String? = nil) throws(Failure) {
    if file.count == Self.byteCount {
      try self.init(file, name: name)
      return
    }
    let text = file.reversed().drop { $0 == 0x0A || $0 == 0x0D }.reversed()
    guard text.count == Self.byteCount * 2, let bytes = Hex.bytes(Array(text)) else {
      throw Failure(
        description: "a key file has \(Self.byteCount) bytes or \(Self.byteCount * 2) hexadecimal "
          + "digits, but this one has \(file.count) bytes")
    }
    try self.init(bytes, name: name)
  }

  private static func fingerprint(_ bytes: [UInt8]) -> String {
    Hex.text(SHA256.digest(of: Array("adjournal key name".utf8) + bytes).prefix(4))
  }
}

/// The key of one session, a new one for each segment: what is left of a key after a segment cannot
/// make the seals of the segments before it.
///
/// The first is HMAC-SHA-256 of `adjournal session NAME` under the ``SealKey``, the next of each is
/// SHA-256 of `adj` and its 32 bytes.
public struct EvolvingKey: Equatable, Sendable {
  /// Which key of the session this is: the number of its segment, from 1.
  public private(set) var epoch: Int64 = 1
  private let name: String
  private var bytes: [UInt8]

  /// The key of a session's first segment.
  public init(_ key: SealKey, session: String) {
    name = key.name
    bytes = HMAC.code(of: Array("adjournal session \(session)".utf8), key: key.bytes)
  }

  /// What a seal says in `key`: the name of the key, a slash, the epoch.
  public var label: String { "\(name)/\(epoch)" }

  /// Goes on to the next segment; the key of this one is overwritten.
  public mutating func evolve() {
    let next = SHA256.digest(of: Array("adj".utf8) + bytes)
    for index in bytes.indices { bytes[index] = next[index] }
    epoch += 1
  }

  /// What a seal says in `hmac`: HMAC-SHA-256 of the 64 digits of its `sha256`.
  public func hmac(of sha256: String) -> String {
    Hex.text(HMAC.code(of: Array(sha256.utf8), key: bytes))
  }
}
