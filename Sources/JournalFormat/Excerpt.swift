package import AdVocabulary
package import JSONLines

/// Short one-line forms of journal values, for messages.
package enum Excerpt {
  /// The number of bytes or scalars of a text that an excerpt shows.
  package static let longest = 48

  package static func of(_ bytes: some RandomAccessCollection<UInt8>, _ type: ValueType) -> String {
    let text = cut(Array(bytes.prefix(longest + 1)))
    switch type {
    case .string: return "the string \"\(text)\""
    case .integer, .decimal: return "the number \(text)"
    case .boolean, .null: return text
    case .object: return "an object"
    case .array: return "the array \(text)"
    }
  }

  /// The first 48 bytes, without a partial character.
  private static func cut(_ bytes: [UInt8]) -> String {
    guard bytes.count > longest else { return String(decoding: bytes, as: UTF8.self) }
    var end = longest
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  /// The first 48 scalars of a text.
  package static func short(_ text: String) -> String {
    text.unicodeScalars.count > longest
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) + "…" : text
  }
}

extension FieldEntry {
  /// The expected type of the field's value, for a message.
  package var expectedValue: String {
    switch type {
    case .string: "a string"
    case .integer: "an integer that fits in 64 bits"
    case .number: "a number"
    case .boolean: "true or false"
    case .strings: "an array of strings"
    case .objects: "an array of objects"
    case .object: "an object"
    }
  }
}
