/// A table: names on the left, numbers aligned on the right.
///
/// If the names leave too little room in the width of the style, they get lines of their own, above
/// the numbers.
package struct TextTable {
  /// The names of a row, and its other cells.
  package typealias Row = (names: [String], cells: [String])

  /// The headings of the names.
  package let names: [String]
  /// The headings of the other cells.
  package let headings: [String]
  package let rows: [Row]
  /// The row of all groups together, in bold.
  package let last: Row?
  /// Whether the cells are texts, which are not aligned.
  package var isLeftAligned = false

  /// The lines, without line feeds.
  func lines(_ style: TextStyle) -> [String] {
    let all = [(names, headings)] + rows + (last.map { [$0] } ?? [])
    let widths = headings.indices.map { column in
      all.map { FittedText.columns($0.1[column]) }.max() ?? 0
    }
    let nameWidths = names.indices.map { column in
      all.map { FittedText.columns($0.0[column]) }.max() ?? 0
    }
    let numbers = widths.reduce(0) { $0 + 2 + $1 }
    let room = nameWidths.reduce(-2) { $0 + 2 + $1 }
    let width = style.width ?? Int.max
    let isNarrow = isLeftAligned ? room <= width / 2 : room + numbers <= width
    return all.enumerated().flatMap { number, row in
      let name = Self.joined(zip(row.0, nameWidths).map(FittedText.padded))
      let cells =
        isLeftAligned ? row.1 : zip(row.1, widths).map(FittedText.aligned)
      let lines = self.lines(name, cells, isNarrow: isNarrow)
      let isBold = number == 0 || last != nil && number == all.count - 1
      return isBold ? lines.map(style.bold) : lines
    }
  }

  private func lines(_ name: String, _ cells: [String], isNarrow: Bool) -> [String] {
    let text = Self.joined(cells)
    let lines =
      names.isEmpty ? [text] : isNarrow ? [Self.joined([name, text])] : [name, "    " + text]
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "  ") }
}
