internal import JournalFormat
public import AdVocabulary
internal import JSONLines

/// An event as one line of JSON without an envelope: `{"event":"ad.loaded","unit":"…",…}`.
///
/// Fields that the vocabulary does not have are left out. Lists and objects keep only members with
/// a meaning. Envelope fields are ignored, since the recorder writes its own. A recorder with a
/// salt (``Recorder/Options/responseSalt``) hashes response ids.
public struct EventLine: RecordedEvent {
  /// The reason why a line is not an event.
  public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason in one sentence.
    public let description: String
    /// The name of the event, if the vocabulary does not have it; else nil.
    public let unknownKind: String?

    /// Makes a fault with a description.
    public init(_ description: String, unknownKind: String? = nil) {
      self.description = description
      self.unknownKind = unknownKind
    }
  }

  /// A text of a field for which the vocabulary lists other texts, such as a misspelt format.
  public struct UnknownValue: Hashable, Sendable {
    /// The name of the field, such as `format`.
    public let field: String
    /// The text.
    public let text: String
    /// The texts that the vocabulary lists, in its order.
    public let listed: [String]
  }

  /// The kind of the vocabulary.
  public let kind: EventKind
  /// The names of fields that were left out, in the order of the line.
  public private(set) var leftOut: [String] = []
  /// The texts that the vocabulary does not list, in its order of fields.
  ///
  /// They are recorded, but rules do not know them.
  public private(set) var unknownValues: [UnknownValue] = []
  private var fields: [(name: FieldName, value: FieldValue)] = []

  /// Parses a line without its line feed; for many lines a ``Reader`` is faster.
  ///
  /// - Throws: ``Fault`` if it is not JSON, not an event, or lacks a required field.
  public init(_ line: [UInt8]) throws(Fault) {
    var reader = Reader()
    self = try reader.event(line)
  }

  private init(_ parts: EventLineParts) {
    kind = parts.kind
    fields = parts.values
    leftOut = parts.leftOut
    unknownValues = parts.unknownValues
  }

  /// Parses lines one after the other and reuses its memory.
  public struct Reader {
    private var scanner = LineScanner()

    /// Makes a reader.
    public init() {}

    /// Parses a line without its line feed.
    ///
    /// - Throws: ``Fault`` if it is not JSON, not an event, or lacks a required field.
    public mutating func event(_ line: [UInt8]) throws(Fault) -> EventLine {
      if let first = line.first(where: { ![0x20, 0x09, 0x0D].contains($0) }), first < 0x80,
        first != UInt8(ascii: "{")
      {
        throw Fault(
          "`\(Excerpt.short(String(decoding: line.prefix(100), as: UTF8.self)))` is not a JSON "
            + #"object; expected a line such as {"event":"app.launched","cold":true}"#)
      }
      if let fault = scanner.scan(bytes: line) {
        throw Fault("the line is not valid: at byte \(fault.byte), \(fault.because)")
      }
      return EventLine(try EventLineParts(line, scanner.fields))
    }
  }

  /// Returns the header with `checksums` and `seals` as given, and with `response` in `redacted`.
  public func asHeader(checksums: Bool, seals: Bool) -> EventLine {
    var copy = self
    copy.set(.checksums, .boolean(checksums))
    copy.set(.seals, .boolean(seals))
    if let redacted = fields.first(where: { $0.name == .redacted })?.value {
      guard case .strings(let names) = redacted, !names.contains("response") else { return copy }
      copy.set(.redacted, .strings(names + ["response"]))
    } else {
      copy.set(.redacted, .strings(["response"]))
    }
    return copy
  }

  private mutating func set(_ name: FieldName, _ value: FieldValue) {
    fields.removeAll { $0.name == name }
    fields.append((name, value))
    let order = Vocabulary.entry(of: kind)?.fields.map(\.name) ?? []
    fields.sort { order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0 }
  }

  /// Writes the fields in the order of the vocabulary.
  public func write(to fields: inout FieldWriter) {
    for (name, value) in self.fields {
      switch value {
      case .string(let text): fields.text(name, text, atMost: name.maximumText)
      case .integer(let number): fields.integer(name, number)
      case .number(let number): fields.number(name, number)
      case .boolean(let truth): fields.boolean(name, truth)
      case .strings(let texts): fields.json(name, RecordedJSON.redacted(texts))
      case .policy(let settings): fields.json(name, RecordedJSON.policy(settings))
      case .json(let json): fields.json(name, json)
      }
    }
  }
}
