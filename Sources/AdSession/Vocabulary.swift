/// The vocabulary of the journal format, version 1: one entry for each event kind.
public enum Vocabulary {
  /// The entry of a kind; nil for ``EventKind/unknown``.
  public static func entry(of kind: EventKind) -> VocabularyEntry? {
    kind == .unknown ? nil : entries[Int(kind.rawValue) - 1]
  }

  /// The kind of this name, or ``EventKind/unknown``.
  public static func kind(named name: String) -> EventKind { byName[name] ?? .unknown }

  private static let byName = Dictionary(
    uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })
}

/// An event kind with its name, its class and its fields.
public struct VocabularyEntry: Sendable {
  /// The kind.
  public let kind: EventKind
  /// The name in a journal, such as `ad.loaded`.
  public let name: String
  /// The class that a session's `captures` lists if the app records this kind.
  public let eventClass: EventClass
  /// Who causes an event of this kind.
  public let origin: EventOrigin
  /// The kind's own fields, in the order in which a writer puts them.
  public let fields: [FieldEntry]

  init(
    _ kind: EventKind, _ name: String, _ eventClass: EventClass, _ origin: EventOrigin,
    _ fields: FieldEntry...
  ) {
    self.kind = kind
    self.name = name
    self.eventClass = eventClass
    self.origin = origin
    self.fields = fields
  }
}

/// One field of an event kind.
public struct FieldEntry: Sendable {
  /// The JSON type that a field's value must have; any other type damages the record.
  public enum ValueType: String, Sendable {
    /// Text.
    case string
    /// A whole number that fits in a signed 64-bit integer.
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
  /// Whether a record without the field is damaged.
  public let isRequired: Bool
  /// The values that the vocabulary lists; empty where every value is allowed.
  public let values: [Word]

  static func required(
    _ name: FieldName, _ type: ValueType, values: [Word] = []
  ) -> FieldEntry {
    FieldEntry(name: name, type: type, isRequired: true, values: values)
  }

  static func optional(
    _ name: FieldName, _ type: ValueType, values: [Word] = []
  ) -> FieldEntry {
    FieldEntry(name: name, type: type, isRequired: false, values: values)
  }
}

extension EventKind {
  /// The name in a journal, such as `ad.loaded`; `?` for ``unknown``.
  public var name: String { Vocabulary.entry(of: self)?.name ?? "?" }

  /// The class of the kind; nil for ``unknown``.
  public var eventClass: EventClass? {
    self == .unknown ? nil : Self.classes[Int(rawValue)]
  }

  /// The fields with a free text of the app, the SDK or a person: at most two.
  public var freeTexts: [FieldName] {
    switch self {
    case .note: [.text]
    case .userActed: [.what]
    case .adFailedToLoad, .adFailedToPresent: [.errorMessage]
    case .adLoaded: [.network, .creative]
    default: []
    }
  }

  /// Who causes events of this kind; nil for ``unknown``.
  public var origin: EventOrigin? { Vocabulary.entry(of: self)?.origin }

  /// Whether the app decides that the event happens, or an adapter, which is a part of the app.
  public var isOfApp: Bool { origin == .app || origin == .adapter }

  private static let classes: [EventClass] =
    [.session] + Vocabulary.entries.map { $0.eventClass }
}

extension FieldName {
  /// The storage location of this field's value in an ``Event``.
  public var storage: Event.Storage { Self.storages[Int(rawValue)] }
}

extension Word {
  /// The text in a journal; nil for ``absent`` and ``unrecognised``.
  public var text: String? {
    let index = Int(rawValue) - 1
    return Self.texts.indices.contains(index) ? Self.texts[index] : nil
  }

  /// The word with this text, or ``unrecognised``.
  public static func named(_ text: String) -> Word { byText[text] ?? .unrecognised }

  static let byText = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { word in word.text.map { ($0, word) } })
}
