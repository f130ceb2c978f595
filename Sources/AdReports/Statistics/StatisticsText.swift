/// Formats statistics as tables with one row for each group.
public struct StatisticsText {
  private let statistics: AdStatistics
  private let style: TextStyle
  private let rows: [StatisticsRow]
  private let total: StatisticsRow

  /// Creates a formatter; groups are sorted by a column, or by their names.
  public init(
    _ statistics: AdStatistics, sortedBy column: StatisticsColumn? = nil, style: TextStyle
  ) {
    self.statistics = statistics
    self.style = style
    rows = statistics.rows(sortedBy: column)
    total = statistics.totalRow
  }

  /// The lines, without line feeds: tables of requests, ads, impressions, revenue, failures and
  /// shows, the units without a show, and notes.
  public var lines: [String] {
    let lines = tables.map { $0.lines(style) }.joined(separator: [""])
    let shows = ShowText(statistics: statistics, rows: rows, style: style)
    return Array(lines) + shows.lines + unshown + notes
  }

  /// The tables of requests, ads, impressions, revenue and failures; those of revenue and failures
  /// only if there are any.
  package var tables: [TextTable] {
    let fields = statistics.fields.map { $0.rawValue }
    let ofSessions = statistics.fields.contains { $0.isOfSession } ? [Self.sessions] : []
    let lists = [Self.requests, Self.ads, Self.impressions + [Self.perInstallDay]] + ofSessions
    let tables = lists.map { columns in
      TextTable(
        names: fields, headings: columns.map { $0.heading },
        rows: rows.map { row in (names(row), columns.map { $0.text(row) }) },
        last: (allNames, columns.map { $0.text(total) }))
    }
    return tables + [revenue(fields), failures(fields)].compactMap { $0 }
  }

  private func names(_ row: StatisticsRow) -> [String] { row.names.map(TerminalEscaping.text) }

  private var allNames: [String] {
    statistics.fields.enumerated().map { $0.offset == 0 ? "all" : "" }
  }

  // MARK: Columns

  private struct Column: Sendable {
    let heading: String
    let text: @Sendable (StatisticsRow) -> String
  }

  private static let requests = [
    Column(heading: "requests") { String($0.figures.requests) },
    Column(heading: "filled") {
      percent($0.figures.filled, of: $0.figures.filled + $0.figures.failed)
    },
    Column(heading: "p50") { duration($0.figures.latencies.percentile(50)) },
    Column(heading: "p95") { duration($0.figures.latencies.percentile(95)) },
  ]

  private static let ads = [
    Column(heading: "ads") { String($0.figures.ads) },
    Column(heading: "shown") { percent($0.figures.shown, of: $0.figures.ads) },
    Column(heading: "wasted") { percent($0.figures.wasted, of: $0.figures.ads) },
    Column(heading: "unknown") { percent($0.figures.undecided, of: $0.figures.ads) },
    Column(heading: "shows/session") { quotient($0.shows(per: $0.sessions.count)) },
    Column(heading: "shows/day") { quotient($0.showsPerDay) },
  ]

  private static let impressions = [
    Column(heading: "impressions") { String($0.figures.impressions) },
    Column(heading: "clicks") { String($0.figures.clicks) },
    Column(heading: "CTR") { percent($0.figures.clicks, of: $0.figures.impressions) },
  ]

  private static let perInstallDay = Column(heading: "impressions/DAU") {
    quotient($0.impressionsPerInstallDay)
  }

  private static let sessions = [
    Column(heading: "sessions") { String($0.sessions.count) },
    Column(heading: "installs") { String($0.sessions.installs) },
    Column(heading: "days") { String($0.sessions.dayCount) },
    Column(heading: "DAU") { quotient($0.sessions.dailyInstalls) },
  ]

  // MARK: Lists

  /// A row for each group and currency; nil without revenue.
  private func revenue(_ fields: [String]) -> TextTable? {
    if total.figures.earnings.isEmpty { return nil }
    func cells(_ row: StatisticsRow, _ names: [String]) -> [TextTable.Row] {
      row.figures.earnings.map { earnings in
        let amounts = [
          Double(earnings.micros), earnings.perThousand,
          earnings.share(of: row.sessions.count), earnings.share(ofDays: row.sessions.dayCount),
          earnings.share(ofDays: row.sessions.installDays),
        ]
        return (names, [TerminalEscaping.text(earnings.currency)] + amounts.map(Self.money))
      }
    }
    return TextTable(
      names: fields,
      headings: ["currency", "revenue", "eCPM", "per session", "per day", "ARPDAU"],
      rows: rows.flatMap { cells($0, names($0)) } + cells(total, allNames), last: nil)
  }

  /// A row for each group with failures; nil without any.
  private func failures(_ fields: [String]) -> TextTable? {
    let failed = (rows + [total]).filter { $0.figures.failed > 0 }
    if failed.isEmpty { return nil }
    return TextTable(
      names: fields, headings: ["not filled (cause × times)"],
      rows: failed.map { row in
        (row.names.isEmpty ? allNames : names(row), [Self.failures(row.figures)])
      }, last: nil, isLeftAligned: true)
  }

  private static func failures(_ figures: AdFigures) -> String {
    let kinds = figures.failures.entries.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }
    return kinds.map { "\($0.key.cause ?? "unknown") (\($0.key.code)) × \($0.value)" }
      .joined(separator: ", ")
  }

  /// The units that showed no ad in a session, the one with the most moments first: a line with its
  /// sessions and moments, and one for each reason.
  private var unshown: [String] {
    let units = unshownUnits
    if units.isEmpty { return [] }
    return ["", style.bold("units without a show in a session (reason × moments)")]
      + units.flatMap { key, sessions in
        let names = key.values.map(TerminalEscaping.text).joined(separator: "  ")
        let counts =
          "\(AuditText.count(sessions.count, "session")), "
          + AuditText.count(sessions.moments.count, "moment")
        return ["\(names)  \(counts)"] + sessions.moments.texts.map { "    " + $0 }
      }
  }

  private var unshownUnits: [(key: GroupKey, value: UnshownSessions)] {
    statistics.unshown.entries.sorted {
      ($1.value.moments.count, $0.key) < ($0.value.moments.count, $1.key)
    }
  }

  /// The units that showed no ad in a session as a table; nil without any.
  package var unshownTable: TextTable? {
    let units = unshownUnits
    if units.isEmpty { return nil }
    return TextTable(
      names: ["unit", "format"], headings: ["sessions", "moments", "reasons (reason × moments)"],
      rows: units.map { key, sessions in
        (
          key.values.map(TerminalEscaping.text),
          [
            String(sessions.count), String(sessions.moments.count),
            sessions.moments.texts.joined(separator: ", "),
          ]
        )
      }, last: nil)
  }

  // MARK: Numbers

  /// A percentage with one decimal digit; a dash if the whole is 0.
  private static func percent(_ part: Int, of whole: Int) -> String {
    if whole == 0 { return "–" }
    let thousandths = (Int64(part) * 1000 + Int64(whole) / 2) / Int64(whole)
    return "\(thousandths / 10).\(thousandths % 10) %"
  }

  static func duration(_ milliseconds: Int64?) -> String {
    guard let milliseconds else { return "–" }
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    return "\(decimal((milliseconds + 5) / 10, digits: 2)) s"
  }

  /// A number with two decimal digits; a dash for none.
  private static func quotient(_ value: Double?) -> String {
    guard let value, let hundredths = Int64(exactly: (value * 100).rounded()) else { return "–" }
    return decimal(hundredths, digits: 2)
  }

  /// Millionths of a currency unit with four decimal digits; a dash for none.
  private static func money(_ micros: Double?) -> String {
    guard let micros, let parts = Int64(exactly: (micros / 100).rounded()) else { return "–" }
    return decimal(parts, digits: 4)
  }

  static func decimal(_ number: Int64, digits: Int) -> String {
    let text = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return (number < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
  }

  // MARK: Notes

  /// What the figures leave out.
  package var notes: [String] {
    let figures = total.figures
    return [
      note(figures.open, "request", "without an answer; not included in 'filled'"),
      note(
        figures.undecided, "ad",
        "with an unknown outcome: the session was cut, or records are missing"),
      note(statistics.strayShows, "ad", "shown without a recorded load; not included"),
      note(statistics.withoutRevenue, "session", "of an app that does not record revenue"),
      note(
        statistics.withoutTimes, "session",
        "without times: durations, days and rates per day leave them out"),
      note(statistics.withGaps, "session", "with lost records: the figures may be too low"),
    ].compactMap { $0 }
  }

  /// The number of installs, and how many have a session on a day.
  package var installs: String {
    let sessions = total.sessions
    let about = sessions.hasExactInstalls ? "" : "about "
    let daily = Self.quotient(sessions.dailyInstalls)
    return "\(about)\(AuditText.count(sessions.installs, "install")), \(daily) a day (DAU)"
  }

  private func note(_ number: Int, _ noun: String, _ text: String) -> String? {
    number == 0 ? nil : style.faint("\(AuditText.count(number, noun)) \(text)")
  }
}
