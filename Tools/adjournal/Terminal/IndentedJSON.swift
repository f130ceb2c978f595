import JSONLines

/// Indented JSON: one member per line; lists and objects of up to 40 bytes stay on one line.
enum IndentedJSON {
  /// The text of one object, with two spaces per level.
  static func text(_ object: String) -> String {
    let bytes = Array(object.utf8)
    var text = ""
    bytes.withUnsafeBytes { write(JSONValue($0, type: .object), level: 0, to: &text) }
    return text
  }

  private static func write(_ value: JSONValue, level: Int, to text: inout String) {
    switch value.type {
    case .object where !fits(value):
      var parts: [String] = []
      value.forEachMember { member in
        let key = String(decoding: member.key, as: UTF8.self)
        var part = "\"\(key)\": "
        write(member.value, level: level + 1, to: &part)
        parts.append(part)
      }
      text += block("{", parts, "}", level)
    case .array where !fits(value):
      var parts: [String] = []
      value.forEachElement { element in
        var part = ""
        write(element, level: level + 1, to: &part)
        parts.append(part)
      }
      text += block("[", parts, "]", level)
    case .string: text += "\"\(String(decoding: value.bytes, as: UTF8.self))\""
    default: text += String(decoding: value.bytes, as: UTF8.self)
    }
  }

  /// Whether a list or an object is short enough for one line.
  private static func fits(_ value: JSONValue) -> Bool { value.bytes.count <= 40 }

  private static func block(
    _ open: String, _ parts: [String], _ close: String, _ level: Int
  ) -> String {
    let margin = String(repeating: "  ", count: level)
    let lines = parts.map { "\(margin)  \($0)" }
    return "\(open)\n\(lines.joined(separator: ",\n"))\n\(margin)\(close)"
  }
}
