/// Formats statistics as CSV (RFC 4180) with one row for each group and currency.
///
/// Rates are fractions of 1, durations milliseconds, amounts units of the currency or millionths of
/// it. An empty cell is a rate of nothing. A group without a payment has one row without a
/// currency. The columns follow from the fields alone: groups of a network, adapter or creative
/// also have those of their shows.
public enum StatisticsCSV {
  /// The lines, without line feeds: the names of the columns, then the groups.
  public static func lines(
    _ statistics: AdStatistics, sortedBy column: StatisticsColumn? = nil
  ) -> [String] {
    let comparison = ShowComparison(statistics)
    let hasNetworks = statistics.fields.contains { $0.isOfNetwork }
    let heading =
      statistics.fields.map { $0.rawValue } + columns.map { $0.name } + namesOfMoney
      + (hasNetworks ? namesOfShows : [])
    let rows = statistics.rows(sortedBy: column).flatMap { row in
      let counts = row.names.map(CSVRows.cell(of:)) + columns.map { $0.text(row) }
      let shows = hasNetworks ? cells(shows: row, comparison) : []
      return money(row).map { counts + $0 + shows }
    }
    return ([heading.map(CSVRows.cell(of:))] + rows).map { $0.joined(separator: ",") }
  }

  private static let namesOfMoney = ["currency", "payments", "revenue_micros", "ecpm", "arpdau"]

  /// The cells of each currency; those of no currency for a group without a payment.
  private static func money(_ row: StatisticsRow) -> [[String]] {
    let earnings = row.figures.earnings
    if earnings.isEmpty { return [["", "0", "0", "", ""]] }
    return earnings.map { earnings in
      let amounts = [earnings.perThousand, earnings.share(ofDays: row.sessions.installDays)]
      return [
        CSVRows.cell(of: earnings.currency), String(earnings.payments), String(earnings.micros),
      ] + amounts.map { text($0.map { $0 / 1_000_000 }) }
    }
  }

  private static let namesOfShows =
    ["full_screen_shows", "on_screen_p50_ms", "on_screen_p95_ms"]
    + ShowFault.allCases.flatMap { fault in
      ["", "_of", "_low", "_high", "_worse", "_session", "_path"].map { fault.rawValue + $0 }
    }

  private static func cells(shows row: StatisticsRow, _ comparison: ShowComparison) -> [String] {
    let shows = row.figures.shows
    let times = [50, 95].map { shows.onScreen.percentile($0).map { String($0) } ?? "" }
    return [String(shows.count)] + times
      + ShowFault.allCases.flatMap { cells(shows[$0], comparison[row.names, $0]) }
  }

  private static func cells(_ count: ShowCount, _ test: ShowComparison.Test?) -> [String] {
    let range = count.share.map { _ in count.interval }
    let example = count.example.map { [$0.session, $0.path] } ?? ["", ""]
    return [
      String(count.part), String(count.whole), text(range?.lowerBound), text(range?.upperBound),
      test?.answer?.rawValue ?? "",
    ] + example.map(CSVRows.cell(of:))
  }

  private struct Column: Sendable {
    let name: String
    let text: @Sendable (StatisticsRow) -> String
  }

  private static func number(
    _ name: String, _ number: @escaping @Sendable (AdFigures) -> Int
  ) -> Column {
    Column(name: name) { String(number($0.figures)) }
  }

  private static func rate(
    _ name: String, _ part: @escaping @Sendable (AdFigures) -> Int,
    of whole: @escaping @Sendable (AdFigures) -> Int
  ) -> Column {
    Column(name: name) { row in
      let whole = whole(row.figures)
      return text(whole == 0 ? nil : Double(part(row.figures)) / Double(whole))
    }
  }

  private static func latency(_ name: String, _ percent: Int) -> Column {
    Column(name: name) { $0.figures.latencies.percentile(percent).map { String($0) } ?? "" }
  }

  private static func text(_ value: Double?) -> String { value.map { String($0) } ?? "" }

  private static let columns = [
    number("requests") { $0.requests }, number("filled") { $0.filled },
    number("failed") { $0.failed }, number("open") { $0.open },
    rate("fill_rate", { $0.filled }, of: { $0.filled + $0.failed }),
    latency("latency_p50_ms", 50), latency("latency_p95_ms", 95),
    number("ads") { $0.ads }, number("shown") { $0.shown }, number("expired") { $0.expired },
    number("discarded") { $0.discarded }, number("left_over") { $0.leftOver },
    number("undecided") { $0.undecided },
    rate("show_rate", { $0.shown }, of: { $0.ads }),
    rate("waste_rate", { $0.wasted }, of: { $0.ads }),
    number("impressions") { $0.impressions }, number("clicks") { $0.clicks },
    rate("ctr", { $0.clicks }, of: { $0.impressions }),
    Column(name: "sessions") { String($0.sessions.count) },
    Column(name: "days") { String($0.sessions.dayCount) },
    Column(name: "installs") { String($0.sessions.installs) },
    Column(name: "install_days") { String($0.sessions.installDays) },
    Column(name: "installs_exact") { String($0.sessions.hasExactInstalls) },
    Column(name: "dau") { text($0.sessions.dailyInstalls) },
    Column(name: "impressions_per_dau") { text($0.impressionsPerInstallDay) },
    Column(name: "shows_per_session") { text($0.shows(per: $0.sessions.count)) },
    Column(name: "shows_per_day") { text($0.showsPerDay) },
  ]
}
