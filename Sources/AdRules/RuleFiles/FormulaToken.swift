/// A word of a formula: a name, a sign, or a text in quotes.
struct FormulaToken {
  let text: String
  /// Whether it was quoted; a quoted token is always a text.
  var isQuoted = false
  /// The offset of its first byte in the formula.
  let offset: Int

  /// A mistake, and the offset of the byte where it is.
  struct Mistake: Error {
    let error: RuleFileError
    let offset: Int
  }

  /// The tokens of a formula.
  static func all(of formula: String) throws(Mistake) -> [FormulaToken] {
    var tokens: [FormulaToken] = []
    var rest = Substring(formula)
    let length = formula.utf8.count
    while let first = rest.first {
      let offset = length - rest.utf8.count
      if first == " " || first == "\t" {
        rest.removeFirst()
      } else if first == "\"" {
        tokens.append(try quoted(&rest, offset))
      } else if first == ":" || first == "," {
        tokens.append(FormulaToken(text: String(rest.removeFirst()), offset: offset))
      } else {
        let isSign = signs.contains(first)
        let end = rest.firstIndex { ends.contains($0) || signs.contains($0) != isSign }
        let text = plain(rest[..<(end ?? rest.endIndex)])
        tokens.append(FormulaToken(text: text, offset: offset))
        rest = rest[(end ?? rest.endIndex)...]
      }
    }
    return tokens
  }

  private static let signs: [Character] = ["=", "!", "<", ">", "≠", "≤", "≥", "⇒"]
  private static let ends: [Character] = [" ", "\t", "\"", ":", ","]

  private static func quoted(
    _ rest: inout Substring, _ offset: Int
  ) throws(Mistake) -> FormulaToken {
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "\"") else {
      throw Mistake(error: RuleFileError("missing closing quotation mark"), offset: offset)
    }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return FormulaToken(text: text, isQuoted: true, offset: offset)
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
