/// Where counterexamples are kept from one run to the next, usually in the repository.
///
/// The engine knows neither files nor formats: it keeps bytes under names. What it keeps itself are
/// recordings, exact until the property draws otherwise. What the property attached (a journal) is
/// kept beside them and outlives every change of generators.
public protocol Corpus: Sendable {
  /// What is kept for a property, in a fixed order.
  func entries(of property: String) -> [CorpusEntry]
  /// Keeps an entry, or replaces the one of its name.
  func keep(_ entry: CorpusEntry, of property: String)
}

/// One counterexample that is kept.
public struct CorpusEntry: Hashable, Sendable {
  /// What the bytes are.
  public enum Content: Hashable, Sendable {
    /// A recording, as ``Replay`` writes it.
    case choices
    /// What the property attached.
    case attachment
  }

  /// A name that depends on the reason alone: another counterexample of it takes its place.
  public let name: String
  /// What the bytes are.
  public let content: Content
  /// The bytes.
  public let bytes: [UInt8]

  /// An entry.
  public init(name: String, content: Content, bytes: [UInt8]) {
    self.name = name
    self.content = content
    self.bytes = bytes
  }
}

extension Counterexample {
  /// What is kept of a counterexample: its recording, and what the property attached.
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

/// A hash that is the same in every process: FNV-1a.
enum StableHash {
  static func of(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
