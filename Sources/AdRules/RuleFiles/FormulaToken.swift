/// A word of a formula: a name, a sign, or a text in quotes.
struct FormulaToken: Equatable {
  let text: String
  /// Whether it was quoted; a quoted token is always a text.
  var isQuoted = false

  /// The tokens of a formula.
  static func all(of formula: String) throws(RuleFileError) -> [FormulaToken] {
    var tokens: [FormulaToken] = []
    var rest = Substring(formula)
    while let first = rest.first {
      if first == " " || first == "\t" {
        rest.removeFirst()
      } else if first == "\"" {
        tokens.append(try quoted(&rest))
      } else if first == ":" || first == "," {
        tokens.append(FormulaToken(text: String(rest.removeFirst())))
      } else {
        let isSign = signs.contains(first)
        let end = rest.firstIndex { ends.contains($0) || signs.contains($0) != isSign }
        tokens.append(FormulaToken(text: plain(rest[..<(end ?? rest.endIndex)])))
        rest = rest[(end ?? rest.endIndex)...]
      }
    }
    return tokens
  }

  private static let signs: [Character] = ["=", "!", "<", ">", "≠", "≤", "≥", "⇒"]
  private static let ends: [Character] = [" ", "\t", "\"", ":", ","]

  private static func quoted(_ rest: inout Substring) throws(RuleFileError) -> FormulaToken {
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "\"") else {
      throw RuleFileError("missing closing quotation mark")
    }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return FormulaToken(text: text, isQuoted: true)
  }

  /// The ASCII form of a sign.
  private static func plain(_ text: Substring) -> String {
    switch text {
    case "≠": "!="
    case "≤": "<="
    case "≥": ">="
    case "⇒": "=>"
    default: String(text)
    }
  }
}
