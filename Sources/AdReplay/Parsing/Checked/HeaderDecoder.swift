internal import JournalFormat
internal import AdSession
internal import JSONLines

/// Reads what `session.began` says of the whole session, and the thresholds of `config.changed`.
enum HeaderDecoder {
  /// The header of a line that was found to be a whole `session.began`.
  static func header(
    _ fields: FieldList, in line: UnsafeRawBufferPointer, _ captures: inout CapturesCache
  ) -> Header {
    let header = Header()
    for index in 0..<fields.count {
      let field = fields[index]
      guard let name = name(of: field, in: line) else { continue }
      let value = field.value(in: line)
      if name == .captures, value.type == .array {
        header.captures = captures.classes(value)
      } else {
        set(name, value, header)
      }
    }
    return header
  }

  /// The field of the vocabulary that a key names.
  private static func name(of field: Field, in line: UnsafeRawBufferPointer) -> FieldName? {
    if !field.keyHasEscapes { return FieldName(rawValue: field.keyNumber) }
    let key = JSONValue(field.key(in: line), type: .string, hasEscapes: true).string
    return FieldName.allCases.first { $0.name == key }
  }

  private static func set(_ name: FieldName, _ value: JSONValue, _ header: Header) {
    switch value.type {
    case .string: setText(name, value.string ?? "", header)
    case .integer: setNumber(name, value.integer ?? 0, header)
    case .boolean: setTruth(name, value.boolean ?? false, header)
    case .object: if name == .policy { header.policy = PolicySetting.all(in: value) }
    case .decimal, .null, .array: break
    }
  }

  static func setText(_ name: FieldName, _ text: String, _ header: Header) {
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

  static func setNumber(_ name: FieldName, _ number: Int64, _ header: Header) {
    switch name {
    case .utcOffsetMin: header.utcOffsetMinutes = number
    case .launchCount: header.launchCount = number
    default: break
    }
  }

  static func setTruth(_ name: FieldName, _ truth: Bool, _ header: Header) {
    switch name {
    case .multiScene: header.multiScene = truth
    case .testDevice: header.testDevice = truth
    case .checksums: header.checksums = truth
    default: break
    }
  }

  static func captures(_ value: JSONValue) -> ClassSet {
    var set = ClassSet()
    var cursor = JSONCursor(value)
    while let element = cursor.next() {
      let text = element.value
      if text.hasEscapes {
        let found = EventClass.allCases.first { $0.name == text.string }
        if let found { set.insert(ClassSet(found)) }
      } else if let start = text.bytes.baseAddress {
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let found = EventClass(rawValue: Names.classes.find(bytes, text.bytes.count))
        if let found { set.insert(ClassSet(found)) }
      }
    }
    return set
  }

  /// The thresholds of a whole `config.changed`.
  static func change(_ fields: FieldList, in line: UnsafeRawBufferPointer) -> [PolicySetting] {
    for index in 0..<fields.count where name(of: fields[index], in: line) == .policy {
      return PolicySetting.all(in: fields[index].value(in: line))
    }
    return []
  }

  /// The text of a record's field by its key; nil where it has none.
  static func text(
    _ name: String, _ fields: FieldList, in line: UnsafeRawBufferPointer
  ) -> String? {
    for index in 0..<fields.count {
      let field = fields[index]
      let key = JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes)
      if key.string == name { return field.value(in: line).string }
    }
    return nil
  }
}
