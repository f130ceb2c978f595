/// Parts of Markdown as GitHub reads it, for texts of any origin.
package enum Markdown {
  /// A column of a table; numbers are aligned on the right.
  package typealias Column = (name: String, isNumber: Bool)

  /// The characters that mark something up in running text or end a cell of a table.
  private static let marks = Set("\\|<>*_[]#~$@&".unicodeScalars)

  /// Running text; code in backquotes stays code.
  package static func text(_ raw: String) -> String {
    var isCode = false
    var text = ""
    for scalar in TerminalEscaping.text(raw).unicodeScalars {
      if scalar == "`" { isCode.toggle() }
      if marks.contains(scalar) && (!isCode || scalar == "|") { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return isCode ? text + "`" : text
  }

  /// Text as code, also in a cell of a table.
  package static func code(_ raw: String) -> String {
    let text = TerminalEscaping.text(raw).split(separator: "|", omittingEmptySubsequences: false)
      .joined(separator: "\\|")
    let runs: [Substring] = text.split { $0 != "`" }
    let longest = runs.map { $0.count }.max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let space = text.isEmpty || text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// A table.
  package static func table(
    _ columns: [Column], _ rows: [[String]]
  ) -> [String] {
    let line = { (cells: [String]) in "| \(cells.joined(separator: " | ")) |" }
    return [line(columns.map { $0.name }), line(columns.map { $0.isNumber ? "---:" : "---" })]
      + rows.map(line)
  }
}
