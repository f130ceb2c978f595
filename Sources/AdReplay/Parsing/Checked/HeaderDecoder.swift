internal import AdSession
internal import JSONLines
internal import JournalFormat

/// Reads the header of a `session.began` and the thresholds of a `config.changed`.
///
/// Most headers have one of a few lists of classes and thresholds, so it decodes these once.
struct HeaderDecoder {
  private var captures = RecentValues<ClassSet>()
  private var policies = RecentValues<[PolicySetting]>()

  /// The header of a valid `session.began`.
  mutating func header(_ fields: FieldList, in line: ByteView) -> Header {
    var header = Header.Parts()
    for field in fields {
      if case .field(let name) = RecordKey(field, in: line) {
        set(name, field.value(in: line), &header)
      }
    }
    return Header(&header)
  }

  private mutating func set(_ name: FieldName, _ value: JSONValue, _ header: inout Header.Parts) {
    switch value.type {
    case .string: Self.setText(name, value.string ?? "", &header)
    case .integer: Self.setNumber(name, value.integer ?? 0, &header)
    case .boolean: Self.setBoolean(name, value.boolean ?? false, &header)
    case .object:
      if name == .policy { header.policy = policies.of(value, decode: PolicySetting.all) }
    case .array:
      if name == .captures { header.captures = captures.of(value, decode: Self.captures) }
    case .decimal, .null: break
    }
  }

  private static func setText(_ name: FieldName, _ text: String, _ header: inout Header.Parts) {
    switch name {
    case .app: header.app = text
    case .appVersion: header.appVersion = text
    case .build: header.build = build(text)
    case .os: header.os = text
    case .osVersion: header.osVersion = text
    case .device: header.device = text
    case .sdk: header.sdk = text
    case .sdkVersion: header.sdkVersion = text
    case .install: header.install = text
    case .timezone: header.timezone = text
    case .clock: header.clock = clock(text)
    default: break
    }
  }

  private static func build(_ text: String) -> Word {
    switch text {
    case "debug": .debug
    case "release": .release
    default: .unrecognised
    }
  }

  private static func clock(_ text: String) -> Word {
    switch text {
    case "monotonic": .monotonic
    case "order": .order
    default: .unrecognised
    }
  }

  private static func setNumber(_ name: FieldName, _ number: Int64, _ header: inout Header.Parts) {
    switch name {
    case .utcOffsetMin: header.utcOffsetMinutes = number
    case .launchCount: header.launchCount = number
    default: break
    }
  }

  private static func setBoolean(_ name: FieldName, _ value: Bool, _ header: inout Header.Parts) {
    switch name {
    case .multiScene: header.multiScene = value
    case .testDevice: header.testDevice = value
    case .checksums: header.checksums = value
    case .seals: header.seals = value
    default: break
    }
  }

  /// The classes in a value of `captures`; unknown ones are ignored.
  private static func captures(_ value: JSONValue) -> ClassSet {
    var set = ClassSet()
    value.forEachElement { element in
      if let known = element.string.flatMap({ classes[$0] }) { set.insert(ClassSet(known)) }
    }
    return set
  }

  private static let classes = Dictionary(
    uniqueKeysWithValues: EventClass.allCases.map { ($0.name, $0) })

  /// The thresholds of a valid `config.changed`.
  mutating func policy(_ fields: FieldList, in line: ByteView) -> [PolicySetting] {
    let field = fields.first { field in
      if case .field(.policy) = RecordKey(field, in: line) { true } else { false }
    }
    return field.map { policies.of($0.value(in: line), decode: PolicySetting.all) } ?? []
  }

  /// The text of a field by its key; `nil` if the record has no such text.
  static func text(_ name: String, _ fields: FieldList, in line: ByteView) -> String? {
    let field = fields.first { field in
      JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes).string == name
    }
    return field?.value(in: line).string
  }
}

/// The values that were decoded last, for texts that are often repeated.
private struct RecentValues<Value> {
  private var recent: [(text: [UInt8], value: Value)] = []

  private static var most: Int { 8 }

  /// The value of a text.
  mutating func of(_ json: JSONValue, decode: (JSONValue) -> Value) -> Value {
    if let known = recent.first(where: { json.view.isEqual(to: $0.text) }) { return known.value }
    let value = decode(json)
    if recent.count == Self.most { recent.removeFirst() }
    recent.append((Array(json.view), value))
    return value
  }
}
