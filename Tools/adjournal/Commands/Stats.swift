import AdAudit
import AdReplay
import AdReports
import JSONLines

extension CommandEntry {
  static let stats = CommandEntry(
    name: "stats",
    says: "Fill rate, show rate, latency, waste and revenue, a row a group.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--by", value: .one("FIELD"), isRepeatable: true,
        says: "unit, format, adapter, version or day (default: format); several by commas.",
        choices: StatisticsField.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--format", value: .one("FORMAT"), says: "text or json (default: text).",
        choices: ["text", "json"]),
      OptionEntry(
        name: "--files-from", value: .one("LIST"),
        says: "Reads the names of the files from a file, or from - (standard input)."),
      OptionEntry(
        name: "--jobs", value: .one("N"), says: "How many cores to use (default: all)."),
      OptionEntry(name: "--exit-zero", says: "Damage exits 0; usage and file errors do not."),
    ],
    examples: [
      Example("adjournal stats Journals/sessions", "a row a format"),
      Example(
        "adjournal stats --by unit,day --format json Journals/sessions",
        "a group for each unit on each local day, as JSON"),
    ],
    details: """
      A request is filled by its first ad; requests without an answer are not in the share. p50 and p95
      are of the time from ad.requested to ad.loaded, by the session's own clock: exact below two
      seconds, above less than a thousandth too short. An ad is shown when it comes up or makes an
      impression. It is wasted when it expires, is given up unseen (but for a new size), or still waits
      when the session ends. Where a cut session, a gap or a recorder without impressions leaves that
      open, it is unknown. Shares of ads are of all that were loaded. Day and version are those of the request,
      for revenue the day of the payment; a day is the phone's. JSON tells revenue by its precision, too.
      """
  ) { arguments, terminal in
    let fields = try StatisticsField.chosen(arguments)
    let reader = JournalReader(jobs: try arguments.number("--jobs", in: 1...1024) ?? Cores.count)
    var count = FleetCount(by: fields)
    let progress = Progress(noun: "record", verb: "counted")
    try reader.read(
      FileList.paths(arguments),
      judge: { (figures: AdStatistics(of: $0.trace, by: fields), damage: $0.damage.count) },
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
  /// The fields of `--by`, in its order.
  fileprivate static func chosen(_ arguments: Arguments) throws -> [StatisticsField] {
    let words = arguments.list("--by")
    if words.isEmpty { return [.format] }
    var fields: [StatisticsField] = []
    for word in words {
      guard let field = StatisticsField(rawValue: word) else {
        throw UsageError(
          "'\(word)' is no value of '--by'; it takes "
            + allCases.map(\.rawValue).joined(separator: ", "), near: word,
          known: allCases.map(\.rawValue))
      }
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }
}

/// The figures of all journals that are read.
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
      total.endJournal(damage: summary.damage.count)
      summary.complainOfVersion()
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
