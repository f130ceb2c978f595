public import AdSession
internal import JSONLines

/// An event as one line of JSON without an envelope: `{"event":"ad.loaded","unit":"…",…}`.
///
/// It takes what the vocabulary has, and nothing else: other fields are left out, response ids are
/// hashed, lists and objects keep what their meaning needs. An envelope is ignored: the recorder
/// makes its own.
public struct EventLine: RecordedEvent {
  /// Why a line is no event, in one sentence.
  public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// The name of the event, where the vocabulary does not have it.
    public let unknownKind: String?

    /// Makes a fault of a sentence.
    public init(_ description: String, unknownKind: String? = nil) {
      self.description = description
      self.unknownKind = unknownKind
    }
  }

  /// The kind of the vocabulary.
  public let kind: EventKind
  /// The names of the fields that were left out, in the order of the line.
  public private(set) var leftOut: [String] = []
  private var fields: [(name: FieldName, value: FieldValue)] = []

  /// Reads a line without its line feed.
  ///
  /// - Parameter salt: What response ids are hashed with; nil keeps them as they are.
  /// - Throws: ``Fault`` where it is not JSON, no event, or lacks what its kind must have.
  public init(_ line: [UInt8], salt: ResponseSalt?) throws(Fault) {
    var scanner = LineScanner()
    if let fault = scanner.scan(bytes: line) {
      throw Fault("it is no event: at byte \(fault.byte) \(fault.because)")
    }
    let scanned = scanner
    let parsed: Result<(EventKind, [(FieldName, FieldValue)], [String]), Fault> =
      line.withUnsafeBytes { bytes in
        do throws(Fault) {
          var reader = EventLineReader(line: bytes, fields: scanned.fields, salt: salt)
          let kind = try reader.kind()
          return .success((kind, try reader.values(of: kind), reader.leftOut))
        } catch {
          return .failure(error)
        }
      }
    let (kind, fields, leftOut) = try parsed.get()
    self.kind = kind
    self.fields = fields.map { ($0.0, $0.1) }
    self.leftOut = leftOut
  }

  /// The same header, with what the recorder knows better: whether there are checksums, and that
  /// response ids are hashed.
  public func asHeader(checksums: Bool) -> EventLine {
    var copy = self
    copy.set(.checksums, .boolean(checksums))
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

  /// Puts the fields in the order of the vocabulary.
  public func write(to fields: inout FieldWriter) {
    for (name, value) in self.fields {
      switch value {
      case .string(let text) where name == .errorMessage || name == .text:
        fields.text(name, text, atMost: FieldWriter.freeText)
      case .string(let text): fields.text(name, text)
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

extension FieldWriter {
  /// Bytes that free text (a message, a note) may have; more is cut: 512.
  static let freeText = 512
}

/// Reads the fields of one scanned line.
private struct EventLineReader {
  let line: UnsafeRawBufferPointer
  let fields: FieldList
  let salt: ResponseSalt?
  var leftOut: [String] = []

  /// What a recorder says itself of every record.
  private static let envelope: Set = ["v", "session", "seq", "t", "wall", "event", "crc"]

  private func name(_ field: Field) -> String {
    JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes).string ?? ""
  }

  /// The kind that the line names.
  func kind() throws(EventLine.Fault) -> EventKind {
    for index in 0..<fields.count where name(fields[index]) == "event" {
      let value = fields[index].value(in: line)
      guard let text = value.string else {
        throw EventLine.Fault(
          "`event` is \(Excerpt.of(value.bytes, value.type)), but must be a string")
      }
      let kind = Vocabulary.kind(named: text)
      guard kind != .unknown else {
        throw EventLine.Fault(
          "the vocabulary has no event \"\(Excerpt.short(text))\"", unknownKind: text)
      }
      if [.recorderGap, .sessionContinued, .sessionSealed].contains(kind) {
        throw EventLine.Fault("`\(text)` is the recorder's own to write")
      }
      return kind
    }
    throw EventLine.Fault("the line has no `event`, which names its kind")
  }

  /// The values of a kind's fields, in the order of the vocabulary.
  mutating func values(
    of kind: EventKind
  ) throws(EventLine.Fault) -> [(FieldName, FieldValue)] {
    let entries = Vocabulary.entry(of: kind)?.fields ?? []
    var found = [FieldValue?](repeating: nil, count: entries.count)
    for index in 0..<fields.count {
      let field = fields[index]
      let name = name(field)
      if Self.envelope.contains(name) || field.type == .null { continue }
      guard let place = entries.firstIndex(where: { $0.name.name == name }) else {
        leftOut.append(name)
        continue
      }
      found[place] = try value(field.value(in: line), entries[place], kind)
    }
    var values: [(FieldName, FieldValue)] = []
    for (entry, value) in zip(entries, found) {
      if let value {
        values.append((entry.name, value))
      } else if entry.isRequired {
        throw EventLine.Fault(
          "the event has no `\(entry.name.name)`, which every `\(kind.name)` must have")
      }
    }
    return values
  }

  private func value(
    _ value: JSONValue, _ field: FieldEntry, _ kind: EventKind
  ) throws(EventLine.Fault) -> FieldValue {
    if let read = read(value, field) { return read }
    throw EventLine.Fault(
      "`\(field.name.name)` is \(Excerpt.of(value.bytes, value.type)), but must be "
        + RecordDecoder.expected(field.name.rawValue, kind))
  }

  private func read(_ value: JSONValue, _ field: FieldEntry) -> FieldValue? {
    switch field.type {
    case .string:
      let hash = field.name == .response ? salt : nil
      return value.string.map { text in .string(hash.map { $0.hash(of: text) } ?? text) }
    case .integer: return value.integer.map { .integer($0) }
    case .number: return value.decimal.flatMap { $0.isFinite ? .number($0) : nil }
    case .boolean: return value.boolean.map { .boolean($0) }
    case .strings: return EventTree.strings(value).map { .strings($0) }
    case .objects: return EventTree.waterfall(value).map { .json($0) }
    case .object:
      return (field.name == .policy ? EventTree.thresholds(value) : EventTree.extras(value))
        .map { .json($0) }
    }
  }
}

/// Lists and objects of a line, with what their meaning needs.
private enum EventTree {
  static func strings(_ value: JSONValue) -> [String]? {
    var texts: [String]? = value.type == .array ? [] : nil
    value.forEachElement { element in
      guard let text = element.string else { return texts = nil }
      texts?.append(text)
    }
    return texts
  }

  static func waterfall(_ value: JSONValue) -> [UInt8]? {
    guard value.type == .array else { return nil }
    var items: [Recorded.WaterfallItem]? = []
    value.forEachElement { element in
      guard element.type == .object else { return items = nil }
      var item = Recorded.WaterfallItem(adapter: "")
      element.forEachMember { member in
        switch member.name {
        case "adapter": item.adapter = member.value.string ?? ""
        case "latency_ms": item.latencyMs = member.value.integer.flatMap { Int(exactly: $0) }
        case "error_code": item.errorCode = member.value.integer.flatMap { Int(exactly: $0) }
        default: break
        }
      }
      items?.append(item)
    }
    return items.map { RecordedJSON.waterfall($0) }
  }

  /// The names of extra assets, not what they say.
  static func extras(_ value: JSONValue) -> [UInt8]? {
    guard value.type == .object else { return nil }
    var names: [String] = []
    value.forEachMember { names.append($0.name) }
    return RecordedJSON.extras(names)
  }

  /// The numbers of a policy by their keys; keys of other versions stay.
  static func thresholds(_ value: JSONValue) -> [UInt8]? {
    guard value.type == .object else { return nil }
    var settings: [(String, Double)] = []
    value.forEachMember { member in
      if let number = member.value.decimal, number.isFinite {
        settings.append((member.name, number))
      }
    }
    return RecordedJSON.thresholds(settings)
  }
}
