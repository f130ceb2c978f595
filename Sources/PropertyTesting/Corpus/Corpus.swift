/// A store of counterexamples that outlives the test run, usually in the repository.
///
/// For each counterexample the engine stores its recording, which is valid until the property or
/// its generators change, and its attachment (for example a journal), which stays valid.
public protocol Corpus: Sendable {
  /// The stored entries of a property, in an order that does not change between runs.
  func entries(for property: String) -> [CorpusEntry]
  /// Stores an entry, replacing an entry with the same name and content.
  func save(_ entry: CorpusEntry, for property: String)
}

/// One stored part of a counterexample.
public struct CorpusEntry: Hashable, Sendable {
  /// The meaning of the bytes.
  public enum Content: Hashable, Sendable {
    /// A recording, in the format of ``Replay``.
    case choices
    /// The attachment of the property.
    case attachment
  }

  /// A name derived from the failure reason, so that a later counterexample replaces an earlier
  /// one.
  public let name: String
  /// The meaning of the bytes.
  public let content: Content
  /// The stored bytes.
  public let bytes: [UInt8]

  /// Creates an entry.
  public init(name: String, content: Content, bytes: [UInt8]) {
    self.name = name
    self.content = content
    self.bytes = bytes
  }
}

extension Counterexample {
  /// The entries that a corpus stores: the recording and, if there is one, the attachment.
  public var corpusEntries: [CorpusEntry] {
    let name = String(StableHash.of(failure.reason), radix: 16)
    let replay = Array(Replay.choices(indexes).description.utf8)
    var entries = [CorpusEntry(name: name, content: .choices, bytes: replay)]
    if let attachment {
      entries.append(CorpusEntry(name: name, content: .attachment, bytes: attachment))
    }
    return entries
  }
}

/// The FNV-1a hash, which is the same in every process.
enum StableHash {
  static func of(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
