/// The shows of each network, adapter or creative as tables: the time on the screen, and what went
/// wrong, with the answer whether it is worse than others.
struct ShowText {
  let statistics: AdStatistics
  let rows: [StatisticsRow]
  let style: TextStyle

  /// The lines; none without a field that names a network, or without a show.
  var lines: [String] {
    let total = statistics.total.shows
    if total.count == 0 || !statistics.fields.contains(where: { $0.isOfNetwork }) { return [] }
    let comparison = ShowComparison(statistics)
    return [""] + onScreen(total)
      + ShowFault.allCases.filter { total[$0].whole > 0 }.flatMap { lines($0, comparison) }
  }

  private var fields: [String] { statistics.fields.map { $0.rawValue } }

  private static func names(_ row: StatisticsRow) -> [String] {
    row.names.map(TerminalEscaping.text)
  }

  private func onScreen(_ total: ShowFigures) -> [String] {
    func cells(_ shows: ShowFigures) -> [String] {
      [
        String(shows.count), StatisticsText.duration(shows.onScreen.percentile(50)),
        StatisticsText.duration(shows.onScreen.percentile(95)),
      ]
    }
    let shown = rows.filter { $0.figures.shows.count > 0 }
    return TextTable(
      names: fields, headings: ["full-screen shows", "on screen p50", "on screen p95"],
      rows: shown.map { (Self.names($0), cells($0.figures.shows)) },
      last: (fields.indices.map { $0 == 0 ? "all" : "" }, cells(total))
    ).lines(style)
  }

  private func lines(_ fault: ShowFault, _ comparison: ShowComparison) -> [String] {
    let shown = rows.filter { $0.figures.shows[fault].whole > 0 }
    let table = TextTable(
      names: fields, headings: ["shows", "share", "95 % interval", "others", "worse"],
      rows: shown.map { row in
        (Self.names(row), cells(row.figures.shows[fault], comparison[row.names, fault]))
      }, last: nil)
    let examples = shown.filter { comparison[$0.names, fault]?.answer == .yes }
      .flatMap { example($0, $0.figures.shows[fault]) }
    let title = "\(fault.title): worse than your other \(statistics.nounOfNetworks)?"
    return ["", style.bold(title)] + table.lines(style) + examples
  }

  private func cells(_ count: ShowCount, _ test: ShowComparison.Test?) -> [String] {
    let range = count.interval
    let answer = test?.answer
    let word = answer == .tooFew ? "too few" : answer?.rawValue ?? "–"
    return [
      String(count.whole), Self.percent(count.share),
      "\(Self.percent(range.lowerBound)) to \(Self.percent(range.upperBound))",
      Self.percent(test?.others.share), word,
    ]
  }

  private func example(_ row: StatisticsRow, _ count: ShowCount) -> [String] {
    guard let example = count.example else { return [] }
    let name = Self.names(row).joined(separator: ", ")
    let session = TerminalEscaping.text(example.session)
    return [
      "  smallest session of \(name): \(session)",
      "    in \(TerminalEscaping.text(example.path))",
    ]
  }

  /// A percentage with one decimal digit, or two below 1 %; a dash for none.
  private static func percent(_ share: Double?) -> String {
    guard let share else { return "–" }
    let digits = share > 0 && share < 0.01 ? 2 : 1
    let parts = Int64((share * (digits == 2 ? 10_000 : 1000)).rounded())
    return StatisticsText.decimal(parts, digits: digits) + " %"
  }
}
