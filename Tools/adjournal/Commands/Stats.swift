import AdAudit
import AdReplay
import AdReports
import JSONLines

extension CommandEntry {
  static let stats = CommandEntry(
    name: "stats",
    summary: "Print fill rate, show rate, latency, waste and revenue, one row per group.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--by", value: .one("FIELD"), isRepeatable: true,
        help: "Group by unit, format, adapter, version or day (default: format). Accepts a "
          + "comma-separated list.",
        choices: StatisticsField.allCases.map(\.rawValue)),
      .textOrJSON, .filesFrom, .jobs,
      OptionEntry(
        name: "--exit-zero", help: "Exit with 0 on damage; other errors keep their status."),
    ],
    examples: [
      Example("adjournal stats Journals/sessions", "print one row per ad format"),
      Example(
        "adjournal stats --by unit,day --format json Journals/sessions",
        "print one group per unit and local day, as JSON"),
    ],
    details: """
      A request counts as filled when its first ad loads; requests without an answer are not part of
      the fill rate. p50 and p95 are percentiles of the time from ad.requested to ad.loaded, on the
      session's own clock: exact below two seconds, above that at most 0.1 % too low.

      An ad is shown when it appears or records an impression. It is wasted when it expires, is
      discarded unseen (except for a new size), or is still waiting when the session ends. It is
      unknown if a cut-off session, a gap, or a recorder without impressions leaves that open. All
      rates of ads are relative to all loaded ads.

      Day and version are those of the request; for revenue, the day is that of the payment. Days are
      local days of the phone. JSON also splits revenue by its precision.
      """
  ) { arguments, terminal in
    let fields = try StatisticsField.chosen(arguments)
    let reader = try arguments.reader()
    var count = FleetCount(by: fields)
    let progress = Progress(noun: "record", verb: "counted")
    try reader.read(
      FileList.paths(arguments),
      judge: { (figures: AdStatistics(of: $0.trace, by: fields), damage: $0.damage.total()) },
      deliver: { delivery in
        if case .session(let session) = delivery { progress.add(session.figures.records) }
        count.take(delivery)
      })
    progress.clear()
    if arguments.value("--format") == "json" {
      terminal.write(json: count.json)
    } else {
      terminal.write(count.text(terminal.style))
    }
    terminal.flush()
    return ExitPolicy(arguments).code(count.total.tally, count.total.codes)
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
  private var statistics: AdStatistics
  private(set) var total = InputTally()

  init(by fields: [StatisticsField]) { statistics = AdStatistics(by: fields) }

  mutating func take(_ delivery: Delivery<(figures: AdStatistics, damage: Int)>) {
    switch delivery {
    case .session(let session):
      statistics.add(session.figures)
      total.add(Tally(), damage: session.damage)
    case .journal(let summary):
      total.endJournal(damage: summary.damage.total())
      summary.printVersionWarning()
    case .failure(let error): total.fail(error)
    }
  }

  func text(_ style: ANSIStyle) -> String {
    let read =
      "\(AuditText.count(total.tally.journals, "journal")), "
      + "\(AuditText.count(statistics.sessions, "session")), "
      + AuditText.count(statistics.records, "record")
    let lines = StatisticsText(statistics, style: style).lines + [read]
    return lines.map { $0 + "\n" }.joined()
  }

  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    StatisticsJSON.write(statistics, to: &writer)
    writer.key("summary")
    writer.beginObject()
    for (name, count) in [
      ("journals", total.tally.journals), ("sessions", statistics.sessions),
      ("records", statistics.records), ("damaged", total.tally.damaged), ("cut", statistics.cut),
      ("with_gaps", statistics.withGaps),
      ("without_revenue", statistics.withoutRevenue), ("stray_shows", statistics.strayShows),
    ] {
      writer.key(name)
      writer.integer(Int64(count))
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
