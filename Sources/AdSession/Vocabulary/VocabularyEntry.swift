/// The one place of an event kind: its name, its class, its fields and what it says.
///
/// Decoder, encoder, documentation and the generator of random events come from these entries.
public struct VocabularyEntry: Sendable {
  /// The kind.
  public let kind: EventKind
  /// The name in a journal, such as `ad.loaded`.
  public let name: String
  /// The class that a session's `captures` names to say that it records this kind.
  public let eventClass: EventClass
  /// What the event says, in a few words.
  public let says: String
  /// The kind's own fields, in the order in which a writer puts them.
  public let fields: [FieldEntry]

  init(
    _ kind: EventKind, _ name: String, _ eventClass: EventClass, says: String,
    fields: [FieldEntry] = []
  ) {
    self.kind = kind
    self.name = name
    self.eventClass = eventClass
    self.says = says
    self.fields = fields
  }
}

/// One field of an event kind.
public struct FieldEntry: Sendable {
  /// The JSON type that a field's value must have; any other type is damage of the record.
  public enum ValueType: String, Sendable {
    /// Text.
    case string
    /// A whole number that fits in 64 bits with sign.
    case integer
    /// A number, whole or decimal.
    case number
    /// True or false.
    case boolean
    /// A list of texts.
    case strings = "array of strings"
    /// A list of objects.
    case objects = "array of objects"
    /// An object.
    case object
  }

  /// The field.
  public let name: FieldName
  /// The type of its value.
  public let type: ValueType
  /// Whether a record without it is damaged.
  public let isRequired: Bool
  /// What it means; empty where the name says it.
  public let meaning: String
  /// The values that the vocabulary lists; empty where every value is allowed.
  public let values: [Word]

  static func required(
    _ name: FieldName, _ type: ValueType, _ meaning: String = "", values: [Word] = []
  ) -> FieldEntry {
    FieldEntry(name: name, type: type, isRequired: true, meaning: meaning, values: values)
  }

  static func optional(
    _ name: FieldName, _ type: ValueType, _ meaning: String = "", values: [Word] = []
  ) -> FieldEntry {
    FieldEntry(name: name, type: type, isRequired: false, meaning: meaning, values: values)
  }
}

/// The vocabulary of the journal format, version 1: one entry an event kind.
public enum Vocabulary {
  /// Every entry, in the order of ``EventKind``.
  public static let entries: [VocabularyEntry] =
    (sessionEvents + appEvents + sceneEvents + consentEvents + loadEvents + presentEvents
    + revenueEvents + nativeEvents + adapterEvents)
    .sorted { $0.kind.rawValue < $1.kind.rawValue }

  /// The entry of a kind; nil for ``EventKind/unknown``.
  public static func entry(of kind: EventKind) -> VocabularyEntry? {
    kind == .unknown ? nil : entries[Int(kind.rawValue) - 1]
  }

  /// The kind of this name, or ``EventKind/unknown``.
  public static func kind(named name: String) -> EventKind { byName[name] ?? .unknown }

  private static let byName = Dictionary(
    uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })
}

extension EventKind {
  /// The name in a journal, such as `ad.loaded`; `?` for ``unknown``.
  public var name: String { Vocabulary.entry(of: self)?.name ?? "?" }

  /// The class of the kind; nil for ``unknown``.
  public var eventClass: EventClass? {
    self == .unknown ? nil : Self.classes[Int(rawValue)]
  }

  private static let classes: [EventClass] =
    [.session] + Vocabulary.entries.map { $0.eventClass }
}
