internal import AdSession
internal import JSONLines
internal import JournalFormat

/// Reads the header of a `session.began` and the thresholds of a `config.changed`.
enum HeaderDecoder {
  /// The header of a valid `session.began`.
  static func header(_ fields: FieldList, in line: ByteView) -> Header {
    let header = Header()
    for field in fields {
      if case .field(let name) = RecordKey(field, in: line) {
        set(name, field.value(in: line), header)
      }
    }
    return header
  }

  private static func set(_ name: FieldName, _ value: JSONValue, _ header: Header) {
    switch value.type {
    case .string: setText(name, value.string ?? "", header)
    case .integer: setNumber(name, value.integer ?? 0, header)
    case .boolean: setBoolean(name, value.boolean ?? false, header)
    case .object: if name == .policy { header.policy = PolicySetting.all(in: value) }
    case .array: if name == .captures { header.captures = captures(value) }
    case .decimal, .null: break
    }
  }

  private static func setText(_ name: FieldName, _ text: String, _ header: Header) {
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

  private static func setNumber(_ name: FieldName, _ number: Int64, _ header: Header) {
    switch name {
    case .utcOffsetMin: header.utcOffsetMinutes = number
    case .launchCount: header.launchCount = number
    default: break
    }
  }

  private static func setBoolean(_ name: FieldName, _ value: Bool, _ header: Header) {
    switch name {
    case .multiScene: header.multiScene = value
    case .testDevice: header.testDevice = value
    case .checksums: header.checksums = value
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
  static func policy(_ fields: FieldList, in line: ByteView) -> [PolicySetting] {
    value(of: .policy, fields, in: line).map(PolicySetting.all) ?? []
  }

  /// The value of a field of the vocabulary; `nil` if the record does not have it.
  static func value(of name: FieldName, _ fields: FieldList, in line: ByteView) -> JSONValue? {
    let field = fields.first { field in
      if case .field(name) = RecordKey(field, in: line) { true } else { false }
    }
    return field?.value(in: line)
  }

  /// The text of a field by its key; `nil` if the record has no such text.
  static func text(_ name: String, _ fields: FieldList, in line: ByteView) -> String? {
    let field = fields.first { field in
      JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes).string == name
    }
    return field?.value(in: line).string
  }
}
