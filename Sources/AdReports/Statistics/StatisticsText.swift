/// Formats statistics as a table with one row for each group.
public struct StatisticsText {
  private let statistics: AdStatistics
  private let style: ANSIStyle

  /// Creates a formatter.
  public init(_ statistics: AdStatistics, style: ANSIStyle) {
    self.statistics = statistics
    self.style = style
  }

  /// The lines, without line feeds.
  public var lines: [String] { table + notes }

  // MARK: The table

  private var table: [String] {
    let rows = cells
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.enumerated().map { number, row in
      let line = line(row, widths)
      return number == 0 || number == rows.count - 1 ? style.bold(line) : line
    }
  }

  /// The cells of the header, of each group, and of the total.
  var cells: [[String]] {
    let total = statistics.total
    let heading = statistics.fields.map(\.rawValue) + columns.map(\.heading)
    let groups = statistics.groups.entries.map { row($0.key.values, $0.value) }
    let all = ["all"] + Array(repeating: "", count: max(0, statistics.fields.count - 1))
    let last = statistics.fields.isEmpty ? columns.map { $0.text(total) } : row(all, total)
    return [heading] + groups + [last]
  }

  private func row(_ names: [String], _ figures: AdFigures) -> [String] {
    names.map(TerminalEscaping.text) + columns.map { $0.text(figures) }
  }

  /// A line with names left-aligned and numbers right-aligned; the last two columns have any length.
  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let space = String(repeating: " ", count: widths[column] - cell.count)
      let isNumber = (statistics.fields.count..<cells.count - 2).contains(column)
      line += (column == 0 ? "" : "  ") + (isNumber ? space + cell : cell + space)
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private struct Column {
    let heading: String
    let text: (AdFigures) -> String
  }

  private var columns: [Column] {
    [
      Column(heading: "requests") { String($0.requests) },
      Column(heading: "filled") { Self.percent($0.filled, of: $0.filled + $0.failed) },
      Column(heading: "p50") { Self.duration($0.latencies.percentile(50)) },
      Column(heading: "p95") { Self.duration($0.latencies.percentile(95)) },
      Column(heading: "ads") { String($0.ads) },
      Column(heading: "shown") { Self.percent($0.shown, of: $0.ads) },
      Column(heading: "wasted") { Self.percent($0.wasted, of: $0.ads) },
      Column(heading: "unknown") { Self.percent($0.undecided, of: $0.ads) },
      Column(heading: "not filled (cause × times)", text: Self.failures),
      Column(heading: "revenue", text: Self.revenue),
    ]
  }

  private static func failures(_ figures: AdFigures) -> String {
    let kinds = figures.failures.entries.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }
    return kinds.map { "\($0.key.cause ?? "unknown") (\($0.key.code)) × \($0.value)" }
      .joined(separator: ", ")
  }

  /// The revenue by currency; the JSON output distinguishes precisions, too.
  private static func revenue(_ figures: AdFigures) -> String {
    var sums = SortedTable<String, Int>()
    for (kind, micros) in figures.revenue.entries { sums.add(micros, to: kind.currency) }
    return sums.entries.map { AuditText.money(Int64($0.value), $0.key) }.joined(separator: ", ")
  }

  /// A percentage with one decimal digit; a dash if the whole is 0.
  private static func percent(_ part: Int, of whole: Int) -> String {
    if whole == 0 { return "–" }
    let thousandths = (part * 1000 + whole / 2) / whole
    return "\(thousandths / 10).\(thousandths % 10) %"
  }

  private static func duration(_ milliseconds: Int64?) -> String {
    guard let milliseconds else { return "–" }
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let hundredths = (milliseconds + 5) / 10
    let rest = String(hundredths % 100)
    return "\(hundredths / 100).\(rest.count == 1 ? "0" : "")\(rest) s"
  }

  // MARK: Notes

  var notes: [String] {
    let total = statistics.total
    return [
      note(total.open, "request", "without an answer; not included in 'filled'"),
      note(
        total.undecided, "ad",
        "with an unknown outcome: the session was cut, or records or impressions are missing"
      ),
      note(statistics.strayShows, "ad", "shown without a recorded load; not included"),
      note(statistics.withoutRevenue, "session", "of an app that does not record revenue"),
      note(statistics.withGaps, "session", "with lost records: the figures may be too low"),
    ].compactMap { $0 }
  }

  private func note(_ number: Int, _ noun: String, _ text: String) -> String? {
    number == 0 ? nil : style.faint("\(AuditText.count(number, noun)) \(text)")
  }
}
