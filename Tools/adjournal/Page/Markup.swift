import AdReports

/// Text as HTML.
enum Markup {
  /// Escapes text that readers see; control characters, including those that change the text
  /// direction, too.
  static func text(_ raw: String) -> String { escaped(TerminalEscaping.text(raw)) }

  /// Escapes the value of an attribute between double quotes; a script reads it as it was.
  static func attribute(_ raw: String) -> String { escaped(raw) }

  private static func escaped(_ raw: String) -> String {
    var safe = ""
    for scalar in raw.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      // A browser changes line ends.
      case "\r": safe += "&#13;"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
