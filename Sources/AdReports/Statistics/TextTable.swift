/// A table for a terminal of 80 columns: names on the left, numbers aligned on the right.
///
/// If the names leave too little room, they get lines of their own, above the numbers.
struct TextTable {
  /// The names of a row, and its other cells.
  typealias Row = (names: [String], cells: [String])

  /// The number of columns of a terminal.
  static let width = 80

  let names: [String]
  let headings: [String]
  let rows: [Row]
  /// The row of all groups together, in bold.
  let last: Row?
  /// Whether the cells are texts, which are cut at the end of the line.
  var isLeftAligned = false

  /// The lines, without line feeds.
  func lines(_ style: TextStyle) -> [String] {
    let all = [(names, headings)] + rows + (last.map { [$0] } ?? [])
    let widths = headings.indices.map { column in all.map { $0.1[column].count }.max() ?? 0 }
    let nameWidths = names.indices.map { column in all.map { $0.0[column].count }.max() ?? 0 }
    let numbers = widths.reduce(0) { $0 + 2 + $1 }
    let room = nameWidths.reduce(-2) { $0 + 2 + $1 }
    let isNarrow = isLeftAligned ? room <= Self.width / 2 : room + numbers <= Self.width
    return all.enumerated().flatMap { number, row in
      let name = Self.joined(zip(row.0, nameWidths).map(Self.leftAligned))
      let cells = isLeftAligned ? row.1 : zip(row.1, widths).map(Self.rightAligned)
      let lines = self.lines(name, cells, isNarrow: isNarrow)
      let isBold = number == 0 || last != nil && number == all.count - 1
      return isBold ? lines.map(style.bold) : lines
    }
  }

  private func lines(_ name: String, _ cells: [String], isNarrow: Bool) -> [String] {
    let text = Self.joined(cells)
    if names.isEmpty { return [Self.cut(text)] }
    if isNarrow { return [Self.cut(Self.joined([name, text]))] }
    return [Self.cut(name), Self.cut("    " + text)]
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "  ") }

  private static func leftAligned(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }

  private static func rightAligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: width - text.count) + text
  }

  /// The text without spaces at its end, and without what the terminal has no room for.
  private static func cut(_ text: String) -> String {
    let text = String(text.reversed().drop { $0 == " " }.reversed())
    return text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}
