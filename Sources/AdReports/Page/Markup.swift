/// Builds HTML from text.
package enum Markup {
  /// Escapes text for HTML; control characters, including those that change the text direction,
  /// too.
  package static func text(_ raw: String) -> String {
    // Nearly all texts need no escapes.
    if raw.utf8.allSatisfy(isPlain) { return raw }
    var safe = ""
    for scalar in TerminalEscaping.text(raw).unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Escapes text for HTML and sets the parts between backquotes as code.
  static func code(_ raw: String) -> String {
    let parts = text(raw).split(separator: "`", omittingEmptySubsequences: false)
    guard !parts.count.isMultiple(of: 2) else { return text(raw) }
    return parts.enumerated().map { $0.isMultiple(of: 2) ? String($1) : "<code>\($1)</code>" }
      .joined()
  }

  /// Whether a byte is a character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: byte >= 0x20 && byte < 0x7F
    }
  }

  /// A row of a table; the cells are HTML.
  package static func row(_ cells: [String], _ tag: String = "td", classes: String = "") -> String {
    let attribute = classes.isEmpty ? "" : " class=\"\(classes)\""
    return "<tr\(attribute)>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>\n"
  }
}
