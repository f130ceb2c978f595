/// Text as HTML takes it.
enum Markup {
  /// Text of a journal: nothing in it is markup or turns the direction of what stands beside it.
  static func text(_ raw: String) -> String {
    var safe = ""
    for scalar in Harmless.text(raw).unicodeScalars {
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

  /// A row of a table; the cells are HTML.
  static func row(_ cells: [String], _ tag: String = "td", classes: String = "") -> String {
    let attribute = classes.isEmpty ? "" : " class=\"\(classes)\""
    return "<tr\(attribute)>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>\n"
  }
}
