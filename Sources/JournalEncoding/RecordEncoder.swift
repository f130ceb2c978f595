public import JournalFormat
public import AdVocabulary
internal import JSONLines

/// Encodes records as lines: the envelope, then the fields in the order of the vocabulary, without
/// spaces.
///
/// Equal records are equal bytes.
///
/// Keep one encoder and reuse it: it keeps its memory. Use an encoder and its copies on one thread
/// at a time, since copies share that memory.
public struct RecordEncoder {
  private let line = EncodedLine()
  /// Whether each record ends with a `crc`.
  public var addsChecksums: Bool

  /// Makes an encoder.
  public init(addsChecksums: Bool = false) { self.addsChecksums = addsChecksums }

  /// Returns the line of a record, with its line feed.
  ///
  /// Fields are written in the order of the vocabulary, whatever their order in the argument.
  /// Fields that the kind does not have follow after them.
  public mutating func line(
    _ kind: EventKind, _ envelope: Envelope, _ fields: [(FieldName, FieldValue)] = []
  ) -> [UInt8] {
    var rest = fields
    var sorted: [(FieldName, FieldValue)] = []
    for entry in Vocabulary.entry(of: kind)?.fields ?? [] {
      guard let index = rest.firstIndex(where: { $0.0 == entry.name }) else { continue }
      sorted.append(rest.remove(at: index))
    }
    return line.bytes(kind, envelope, sorted + rest, addsChecksums)
  }

  /// Returns the line of an event of a trace, with its line feed; nil for an unknown kind.
  ///
  /// An ``Event`` does not keep free texts, waterfalls and values that the vocabulary does not
  /// list; what the arguments do not give is not written. A required text that it does not keep is
  /// written as an empty string.
  ///
  /// - Parameters:
  ///   - header: The header of a `session.began`.
  ///   - policy: The thresholds of a `config.changed`.
  ///   - freeText: The free text in a field of the event.
  public mutating func line(
    _ event: Event, of session: String, _ symbols: SymbolTable, header: Header? = nil,
    policy: [PolicySetting] = [], freeText: (FieldName) -> String? = { _ in nil }
  ) -> [UInt8]? {
    guard let entry = Vocabulary.entry(of: event.kind) else { return nil }
    let source = EventFields(event: event, symbols: symbols, header: header, policy: policy)
    let fields = entry.fields.compactMap { field -> (FieldName, FieldValue)? in
      if let value = source.value(of: field) { return (field.name, value) }
      if let text = freeText(field.name) { return (field.name, .string(text)) }
      return field.isRequired && field.type == .string ? (field.name, .string("")) : nil
    }
    let envelope = Envelope(session: session, seq: event.seq, t: event.t, wall: event.wall)
    return line.bytes(event.kind, envelope, fields, addsChecksums)
  }
}

/// The memory of one line, and a ``RecordWriter`` that is replaced only if the session changes or a
/// record needs more memory.
private final class EncodedLine {
  private struct Shape: Equatable {
    var session: String
    var version: Int64
    var addsChecksums: Bool
    var capacity: Int
  }

  private var shape = Shape(session: "", version: 0, addsChecksums: false, capacity: 0)
  private var writer = RecordWriter(session: "", addsChecksums: false, capacity: 0)

  func bytes(
    _ kind: EventKind, _ envelope: Envelope, _ fields: [(FieldName, FieldValue)],
    _ addsChecksums: Bool
  ) -> [UInt8] {
    let fields = fields.map { ($0.0, $0.1.withoutLists) }
    prepare(envelope, addsChecksums, RecordWriter.longestEnvelope + fields.map(Self.size).sum)
    writer.begin(kind, seq: envelope.seq, t: envelope.t, wall: envelope.wall)
    for (name, value) in fields { write(name, value) }
    writer.end()
    return Array(writer.contents)
  }

  private func prepare(_ envelope: Envelope, _ addsChecksums: Bool, _ bytes: Int) {
    let needed = Shape(
      session: envelope.session, version: envelope.version, addsChecksums: addsChecksums,
      capacity: max(shape.capacity, bytes))
    if needed != shape {
      shape = needed
      writer = RecordWriter(
        session: needed.session, version: needed.version, addsChecksums: addsChecksums,
        capacity: needed.capacity)
    }
    writer.clear()
  }

  /// The greatest number of bytes that a field can need.
  private static func size(_ field: (FieldName, FieldValue)) -> Int {
    switch field.1 {
    case .string(let text): 6 * text.utf8.count + RecordWriter.spare
    case .json(let bytes): bytes.count + RecordWriter.spare
    default: RecordWriter.spare
    }
  }

  private func write(_ name: FieldName, _ value: FieldValue) {
    switch value {
    case .string(let text): writer.text(name, text)
    case .integer(let number): writer.integer(name, number)
    case .number(let number): writer.number(name, number)
    case .boolean(let truth): writer.boolean(name, truth)
    case .json(let bytes): writer.json(name, bytes)
    case .strings, .policy: break
    }
  }
}

extension FieldValue {
  /// The same value; lists and thresholds as JSON.
  fileprivate var withoutLists: FieldValue {
    switch self {
    case .strings, .policy:
      var writer = JSONWriter()
      writer.value(self)
      return .json(writer.bytes)
    default: return self
    }
  }
}

extension [Int] {
  fileprivate var sum: Int { reduce(0, +) }
}

extension RecordEncoder {
  /// Returns the line of a seal, with its line feed, and its hash.
  ///
  /// - Parameters:
  ///   - hash: The hash of the lines that the seal covers.
  ///   - label: The name and the epoch of the key.
  ///   - hmac: Returns the `hmac` of the seal's hash.
  package mutating func seal(
    _ envelope: Envelope, records: Int64, after hash: SHA256, label: String? = nil,
    hmac: ((String) -> String)? = nil
  ) -> (line: [UInt8], sha256: String) {
    var fields: [(FieldName, FieldValue)] = [
      (.sha256, .string("")), (.records, .integer(records)),
    ]
    if let label { fields.append((.key, .string(label))) }
    let draft = line(.sessionSealed, envelope, fields)
    var hash = hash
    hash.update(Array(draft.prefix(ByteView.with(draft) { SealedPart.length(of: $0) } ?? 0)))
    let sha256 = hash.finish()
    fields[0].1 = .string(sha256)
    if let hmac { fields.append((.hmac, .string(hmac(sha256)))) }
    return (line(.sessionSealed, envelope, fields), sha256)
  }
}
