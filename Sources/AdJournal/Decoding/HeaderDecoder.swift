internal import AdSession
internal import JSONLines

/// Reads what `session.began` says of the whole session, and the thresholds of `config.changed`.
enum HeaderDecoder {
  /// The header of a line that was found to be a whole `session.began`.
  static func header(_ fields: FieldList, in line: UnsafeRawBufferPointer) -> Header {
    var header = Header()
    for index in 0..<fields.count {
      let field = fields[index]
      let key = JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes)
      set(key.string ?? "", field.value(in: line), &header)
    }
    return header
  }

  private static func set(_ key: String, _ value: JSONValue, _ header: inout Header) {
    if let text = value.string { setText(key, text, &header) }
    if let number = value.integer { setNumber(key, number, &header) }
    if let truth = value.boolean { setTruth(key, truth, &header) }
    if key == "captures", value.type == .array { header.captures = captures(value) }
    if key == "policy", value.type == .object { header.policy = policy(value) }
  }

  private static func setText(_ key: String, _ text: String, _ header: inout Header) {
    switch key {
    case "app": header.app = text
    case "app_version": header.appVersion = text
    case "build":
      let word = Word.named(text)
      header.build = word == .debug || word == .release ? word : .unrecognised
    case "os": header.os = text
    case "os_version": header.osVersion = text
    case "device": header.device = text
    case "sdk": header.sdk = text
    case "sdk_version": header.sdkVersion = text
    case "install": header.install = text
    case "timezone": header.timezone = text
    default: break
    }
  }

  private static func setNumber(_ key: String, _ number: Int64, _ header: inout Header) {
    switch key {
    case "utc_offset_min": header.utcOffsetMinutes = number
    case "launch_count": header.launchCount = number
    default: break
    }
  }

  private static func setTruth(_ key: String, _ truth: Bool, _ header: inout Header) {
    switch key {
    case "multi_scene": header.multiScene = truth
    case "test_device": header.testDevice = truth
    case "checksums": header.checksums = truth
    default: break
    }
  }

  private static func captures(_ value: JSONValue) -> ClassSet {
    var set = ClassSet()
    value.forEachElement { element in
      let found = EventClass.allCases.first { $0.name == element.string }
      if let found { set.insert(ClassSet(found)) }
    }
    return set
  }

  /// The thresholds of a `policy` that this reader knows; what is no number is left out.
  static func policy(_ value: JSONValue) -> [PolicySetting] {
    var settings: [PolicySetting] = []
    value.forEachMember { member in
      if let key = PolicyKey.named(member.name), let number = member.value.decimal {
        settings.append(PolicySetting(key, number))
      }
    }
    return settings
  }

  /// The thresholds of a whole `config.changed`.
  static func change(_ fields: FieldList, in line: UnsafeRawBufferPointer) -> [PolicySetting] {
    for index in 0..<fields.count {
      let field = fields[index]
      let key = JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes)
      if key.string == "policy" { return policy(field.value(in: line)) }
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
