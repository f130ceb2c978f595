internal import JournalFormat
internal import AdVocabulary
internal import JSONLines

/// The event of one scanned line.
struct EventLineParts {
  private(set) var kind = EventKind.unknown
  /// The fields in the order of the vocabulary.
  private(set) var values: [(name: FieldName, value: FieldValue)] = []
  private(set) var leftOut: [String] = []
  private(set) var unknownValues: [EventLine.UnknownValue] = []

  /// Makes the event of a line.
  ///
  /// - Parameter fields: The fields that a scanner found in the line.
  init(_ line: [UInt8], _ fields: FieldList) throws(EventLine.Fault) {
    kind = try Self.kind(of: line, fields)
    try findValues(line, fields)
  }

  /// The fields that the recorder writes in every record.
  private static let envelope: Set = ["v", "session", "seq", "t", "wall", "event", "crc"]

  /// The kind that `event` names.
  private static func kind(
    of line: [UInt8], _ fields: FieldList
  ) throws(EventLine.Fault) -> EventKind {
    var kind: EventKind?
    try fields.forEachMember(of: line) { (member) throws(EventLine.Fault) in
      if kind == nil, member.name == "event" { kind = try self.kind(named: member.value) }
    }
    guard let kind else {
      throw EventLine.Fault("the line has no field `event`")
    }
    return kind
  }

  private static func kind(named value: JSONValue) throws(EventLine.Fault) -> EventKind {
    guard let text = value.string else {
      throw EventLine.Fault(
        "`event` is \(Excerpt.of(value.bytes, value.type)), but must be a string")
    }
    let kind = Vocabulary.kind(named: text)
    guard kind != .unknown else {
      throw EventLine.Fault(
        "unknown event \"\(Excerpt.short(text))\"", unknownKind: text)
    }
    if [.recorderGap, .sessionContinued, .sessionSealed].contains(kind) {
      throw EventLine.Fault("only the recorder writes `\(text)`")
    }
    return kind
  }

  private mutating func findValues(
    _ line: [UInt8], _ fields: FieldList
  ) throws(EventLine.Fault) {
    let entries = Vocabulary.entry(of: kind)?.fields ?? []
    var found = [FieldValue?](repeating: nil, count: entries.count)
    try fields.forEachMember(of: line) { (member) throws(EventLine.Fault) in
      let name = member.name
      if Self.envelope.contains(name) || member.value.type == .null { return }
      if let index = entries.firstIndex(where: { $0.name.name == name }) {
        found[index] = try value(member.value, entries[index])
      } else {
        leftOut.append(name)
      }
    }
    for (entry, value) in zip(entries, found) {
      if let value {
        values.append((entry.name, value))
        if case .string(let text) = value { check(text, entry) }
      } else if entry.isRequired {
        throw EventLine.Fault(
          "the event has no `\(entry.name.name)`, which every `\(kind.name)` must have")
      }
    }
  }

  private mutating func check(_ text: String, _ field: FieldEntry) {
    if field.values.isEmpty || field.values.contains(where: { $0.text == text }) { return }
    unknownValues.append(
      EventLine.UnknownValue(
        field: field.name.name, text: text, listed: field.values.compactMap(\.text)))
  }

  private func value(
    _ value: JSONValue, _ field: FieldEntry
  ) throws(EventLine.Fault) -> FieldValue {
    if let read = read(value, field) { return read }
    throw EventLine.Fault(
      "`\(field.name.name)` is \(Excerpt.of(value.bytes, value.type)), but must be "
        + field.expectedValue)
  }

  private func read(_ value: JSONValue, _ field: FieldEntry) -> FieldValue? {
    switch field.type {
    case .string: return value.string.map { .string($0) }
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

/// The lists and objects of a line, with the members that have a meaning.
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

  /// The names of extra assets, without their values.
  static func extras(_ value: JSONValue) -> [UInt8]? {
    guard value.type == .object else { return nil }
    var names: [String] = []
    value.forEachMember { names.append($0.name) }
    return RecordedJSON.extras(names)
  }

  /// The numbers of a policy by their keys; unknown keys are kept.
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
