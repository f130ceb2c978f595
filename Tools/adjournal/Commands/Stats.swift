import AdAudit
import AdReplay
import JournalInput
import AdReports
import AdSession
import JSONLines

extension CommandEntry {
  static let stats = CommandEntry(
    name: "stats",
    summary: "Print fill rate, latency, shows, waste, clicks and revenue, one row per group.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--by", value: .one("FIELD"), isRepeatable: true,
        help:
          "Group by unit, format, adapter, network, creative, app, version, sdk_version, os, build or day "
          + "(default: format). Accepts a comma-separated list.",
        choices: StatisticsField.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--sort", value: .one("COLUMN"),
        help: "Sort groups by a column, the greatest value first (default: by name).",
        choices: StatisticsColumn.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--app", value: .one("NAME"), isRepeatable: true,
        help: "Count only sessions of this app. Accepts a comma-separated list."),
      OptionEntry(
        name: "--app-version", value: .one("VERSION"), isRepeatable: true,
        help: "Count only sessions of this version. Accepts a comma-separated list."),
      OptionEntry(
        name: "--format", value: .one("FORMAT"),
        help: "Output format: text, json or csv (default: text).",
        choices: ["text", "json", "csv"]),
      .filesFrom, .jobs,
      OptionEntry(
        name: "--exit-zero", help: "Exit with 0 on damage; other errors keep their status."),
    ],
    examples: [
      Example("adjournal stats Journals/sessions", "print one row per ad format"),
      Example(
        "adjournal stats --by unit,day --format json Journals/sessions",
        "print one group per unit and local day, as JSON"),
      Example(
        "adjournal stats --by adapter --sort ecpm Journals/sessions",
        "print the adapter that earns most per impression first"),
      Example(
        "adjournal stats --by network,format Journals/sessions",
        "ask which network is worse than the others, for each format"),
      Example(
        "adjournal stats --app-version 4.2.0 --format csv Journals/sessions > figures.csv",
        "make a table of one version for a spreadsheet"),
    ],
    details: """
      A request counts as filled when its first ad loads; requests without an answer are not part of
      the fill rate. p50 and p95 are percentiles of the time from ad.requested to ad.loaded while the
      app was in the foreground: exact below two seconds, above that at most 0.1 % too low. Loads
      across a gap have no time.

      An ad is shown when it appears or records an impression. It is wasted when it expires, is
      discarded unseen (except for a new size), or is still waiting when the session ends. It is
      unknown if a cut-off session, a gap, or a recorder without impressions leaves that open. All
      rates of ads are relative to all loaded ads.

      By adapter, network or creative, further tables have the shows of full-screen ads: the time on the
      screen; rewarded ads that were dismissed without a reward; ads without a dismissal although the
      session goes on; ads clicked within accidental_click_s; ads on the screen when the session was cut
      (killed, crashed or still running). Only shows count of which the journal tells it. Each share has
      its exact 95 % interval (Clopper-Pearson). "yes" means worse than all others together, by Fisher's
      exact test; all tests of a call are corrected together (Benjamini-Hochberg, 5 %). "too few" means
      that a doubling would not have been found. Only groups with the same other fields, such as the
      format, are compared, and none without a network. Each "yes" comes with its smallest session.

      CTR is clicks for each impression. eCPM is the revenue of 1000 paid impressions: each ad.paid
      counts as one. Sessions, installs and days are those of the group's app, version, sdk_version, os,
      build and day; other groups share all sessions. A day counts if a session has a record on it.

      DAU is the number of installs with a session on a local day, on average over the days.
      impressions/DAU and ARPDAU are impressions and revenue divided by the sum of the daily installs,
      in units of the currency. A session without an install counts as an install of its own. Numbers
      of installs are exact up to 16,384 in a group, above that with a standard error of 0.8 %.

      Units without a show are listed for each session in which a unit had moments for an ad, and showed
      none: a decision to show or to skip, an attempt, or the request of a banner. The reason is that
      of the decision, or what the session shows of the unit before it: a failed load with its cause
      and adapters, an unfinished one, an expired ad. JSON has them in "unshown"; CSV leaves them out.

      Day and version are those of the request; for impressions, clicks and revenue, the day is that
      of the event. Days are local days of the phone. JSON also splits revenue by its precision. CSV
      has one row for each group and currency; its columns follow from --by alone.
      """
  ) { arguments, terminal in
    var count = try FleetCount(arguments)
    let reader = try arguments.reader().importing(logsOf: arguments.operands)
    let paths = try FileList.paths(arguments)
    Progress.begin(reading: paths)
    for delivery in reader.read(paths, judge: count.judge) { count.take(delivery) }
    count.total.printRepeatedSessions()
    if !count.total.isOfNothing || count.isForPrograms { count.write(to: &terminal) }
    terminal.flush()
    return ExitPolicy(arguments).code(count.total.tally, count.total.codes)
  }
}

/// The sessions that `stats` counts.
private struct SessionChoice {
  private let apps: Set<String>
  private let versions: Set<String>

  init(_ arguments: Arguments) {
    apps = Set(arguments.list("--app"))
    versions = Set(arguments.list("--app-version"))
  }

  /// Whether a session counts; without a header, only if all sessions count.
  func contains(_ trace: Trace) -> Bool {
    Self.contains(apps, trace.header?.app) && Self.contains(versions, trace.header?.appVersion)
  }

  private static func contains(_ wanted: Set<String>, _ name: String?) -> Bool {
    wanted.isEmpty || name.map(wanted.contains) ?? false
  }
}

extension StatisticsField {
  /// The fields of `--by`, in order and without duplicates.
  fileprivate static func chosen(_ arguments: Arguments) throws -> [StatisticsField] {
    let names = arguments.list("--by")
    if names.isEmpty { return [.format] }
    var fields: [StatisticsField] = []
    for name in names {
      guard let field = StatisticsField(rawValue: name) else {
        throw UsageError.invalid(name, for: "--by", allCases.map(\.rawValue))
      }
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }
}

/// The statistics of all journals of a run.
private struct FleetCount {
  /// The figures of a session, nil if it does not count, and its damage.
  typealias Part = (figures: AdStatistics?, damage: Int)

  private var statistics: AdStatistics
  private let choice: SessionChoice
  private let column: StatisticsColumn?
  private let format: String?
  private var left = 0
  private(set) var total = InputTally()

  init(_ arguments: Arguments) throws {
    statistics = AdStatistics(by: try StatisticsField.chosen(arguments))
    choice = SessionChoice(arguments)
    column = arguments.value("--sort").flatMap(StatisticsColumn.init)
    format = arguments.value("--format")
  }

  /// Counts one session.
  var judge: @Sendable (SessionReading) -> Part {
    { [fields = statistics.fields, choice, printsUnshown = format != "csv"] reading in
      let damage = reading.damage.total()
      guard choice.contains(reading.trace) else { return (nil, damage) }
      var figures = AdStatistics(of: reading.trace, path: reading.path, by: fields)
      if printsUnshown { figures.addUnshownSlots(of: reading.trace) }
      return (figures, damage)
    }
  }

  mutating func take(_ delivery: Delivery<Part>) {
    switch delivery {
    case .session(let session):
      if let figures = session.figures { statistics.add(figures) } else { left += 1 }
      total.add(Tally(), damage: session.damage)
    case .journal(let summary):
      total.endJournal(summary, damage: summary.damage.total())
      summary.printVersionWarning()
    case .failure(let error): total.fail(error)
    }
  }

  /// Whether the output is a document, which is complete also if nothing could be read.
  var isForPrograms: Bool { format == "json" || format == "csv" }

  func write(to terminal: inout Terminal) {
    if statistics.sessions == 0 && left > 0 {
      Terminal.printError(
        "none of \(AuditText.count(left, "session")) is of the app and version asked for")
    }
    switch format {
    case "json": terminal.write(json: json)
    case "csv":
      for line in StatisticsCSV.lines(statistics, sortedBy: column) {
        terminal.write(plain: line + "\n")
      }
    default: terminal.write(text(terminal.style))
    }
  }

  func text(_ style: TextStyle) -> String {
    let others = left == 0 ? "" : ", without \(AuditText.count(left, "other session"))"
    let read =
      "\(AuditText.count(total.tally.journals, "journal")), "
      + "\(AuditText.count(statistics.sessions, "session"))"
      + "\(AuditText.repeated(total.tally.repeatedSessions)), "
      + AuditText.count(statistics.records, "record") + others
    let table = StatisticsText(statistics, sortedBy: column, style: style)
    return (table.lines + [table.installs, read]).map { $0 + "\n" }.joined()
  }

  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    StatisticsJSON.write(statistics, sortedBy: column, to: &writer)
    writer.key("summary")
    writer.beginObject()
    for (name, count) in [
      ("journals", total.tally.journals), ("sessions", statistics.sessions),
      ("records", statistics.records), ("damaged", total.tally.damaged), ("cut", statistics.cut),
      ("with_gaps", statistics.withGaps),
      ("without_times", statistics.withoutTimes),
      ("without_revenue", statistics.withoutRevenue), ("stray_shows", statistics.strayShows),
      ("other_sessions", left),
    ] {
      writer.key(name)
      writer.integer(Int64(count))
    }
    AuditJSON.writeRepeated(total.tally.repeatedSessions, to: &writer)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
