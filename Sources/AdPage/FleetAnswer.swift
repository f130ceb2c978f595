internal import AdFleet
internal import AdReports
internal import AdRules
internal import AdSession
internal import JSONLines

extension PageEngine {
  /// The number of days in the bar of a problem.
  private static let partsOfTrend = 14

  // MARK: The fleet

  /// Writes the members of the answer about all sessions that a filter chooses.
  ///
  /// O(sessions · problems of a session).
  func writeFleet(_ filter: PageFilter, to writer: inout JSONWriter) {
    let chosen = sessions.filter { $0.matches(filter) }
    let fleet = Fleet(chosen, rules, fleetInput)
    writer.field("summary", summary(fleet, chosen.count))
    writer.field("selected", chosen.count)
    writer.field("sessions", sessions.count)
    writer.field("journals", journals)
    writer.field("records", records)
    writer.field("installs", fleet.installs.installs)
    writer.field("installs_exact", fleet.installs.isExact)
    writer.optional("first_day", fleet.days.list.first?.day)
    writer.optional("last_day", fleet.days.list.last?.day)
    writeFacets(to: &writer)
    writer.array("problems") { writer in
      for problem in fleet.table.sorted {
        writer.object { write(problem, fleet, to: &$0) }
      }
    }
    let trend = fleet.table.days.trend(over: fleet.table.days, parts: Self.partsOfTrend)
    writer.field("days_of_part", trend?.daysOfPart ?? 1)
    writer.array("tables") { write(tablesOf: chosen, to: &$0) }
    writer.key("unread")
    writer.strings(unread)
    writer.key("damage")
    writer.strings(damage)
  }

  private func summary(_ fleet: borrowing Fleet, _ chosen: Int) -> String {
    let found = AuditText.count(fleet.table.violations, "violation")
    let whole = chosen == sessions.count ? "" : " in the filter"
    return "\(found) in \(fleet.table.violatedSessions) of "
      + AuditText.count(chosen, "session") + whole
  }

  private func writeFacets(to writer: inout JSONWriter) {
    var counts = Array(repeating: [String: Int](), count: 4)
    var severities = [0, 0, 0]
    for session in sessions {
      let facts = session.fleet.facts
      for (facet, values) in [
        [facts.appVersion].compactMap { $0 }, [facts.day].compactMap { $0 },
        session.networkNames, session.formatNames,
      ].enumerated() {
        for value in values { counts[facet][value, default: 0] += 1 }
      }
      for (number, count) in session.counts.enumerated() where count > 0 {
        severities[number] += 1
      }
    }
    writer.object("facets") { writer in
      writer.array("severity") { writer in
        for (severity, count) in zip(Severity.allCases, severities).reversed() where count > 0 {
          write(severity.rawValue, count, to: &writer)
        }
      }
      let names: [StaticString] = ["version", "day", "network", "format"]
      for (name, values) in zip(names, counts) {
        writer.array(name) { writer in
          for (value, count) in values.sorted(by: { NaturalOrder.precedes($0.key, $1.key) }) {
            write(value, count, to: &writer)
          }
        }
      }
    }
  }

  private func write(_ value: String, _ count: Int, to writer: inout JSONWriter) {
    writer.beginArray()
    writer.string(value)
    writer.integer(Int64(count))
    writer.endArray()
  }

  // MARK: Problems

  /// Writes the members of the answer about one problem.
  func writeProblem(_ request: PageRequest, to writer: inout JSONWriter) -> String? {
    let fleet = Fleet(sessions.filter { $0.matches(request.filter) }, rules, fleetInput)
    guard let problem = fleet.table.sorted.first(where: { $0.id == request.id }) else {
      return "No session on this page has the problem \(TerminalEscaping.text(request.id))."
    }
    write(problem, fleet, to: &writer)
    return nil
  }

  private func write(
    _ problem: Problem, _ fleet: borrowing Fleet, to writer: inout JSONWriter
  ) {
    let rate = ProblemRate(problem, fleet.table, fleet.input)
    writer.field("id", problem.id)
    writer.field("rule", problem.identity.rule)
    writer.field("severity", problem.severity.rawValue)
    writer.field("title", TerminalEscaping.text(problem.circumstances))
    if let rule = rules.first(where: { $0.id == problem.identity.rule }) {
      rule.writeGuidance(to: &writer)
    }
    writer.field("violations", problem.violations)
    writer.field("sessions", problem.sessions)
    writer.field("installs", problem.installs.installs)
    writer.field("installs_exact", problem.installs.isExact)
    writer.key("per_1000")
    if let perThousand = rate.perThousand { writer.decimal(perThousand) } else { writer.null() }
    writer.field("share_of", rate.activated)
    write("versions", problem.versions, to: &writer)
    write("sdks", problem.sdks, to: &writer)
    write("systems", problem.systems, to: &writer)
    write("days", problem.days, to: &writer)
    writer.key("trend")
    if let trend = problem.sessionsByDay.trend(
      over: fleet.table.days, parts: Self.partsOfTrend)
    {
      writer.beginArray()
      for sessions in trend.sessions { writer.integer(Int64(sessions)) }
      writer.endArray()
    } else {
      writer.null()
    }
    writer.field("networks", networks(of: problem, fleet))
    writer.array("also") { writer in
      for rule in problem.consequences.keys.sorted() { writer.string(rule) }
    }
    writer.object("example") { write(exampleOf: problem, fleet, to: &$0) }
  }

  /// The fewest violations of which the network is known that make shares worth a line.
  private static let fewestKnown = 20

  private func networks(of problem: Problem, _ fleet: borrowing Fleet) -> String {
    let known = fleet.table.networks(of: problem).reduce(0) { $0 + $1.violations }
    guard known >= Self.fewestKnown, let text = NetworkShare.text(fleet.table, problem) else {
      return ""
    }
    return TerminalEscaping.text(text)
      + "; the network is known for \(known) of \(problem.violations) violations"
  }

  private func write(_ name: StaticString, _ range: FactRange, to writer: inout JSONWriter) {
    writer.key(name)
    guard let first = range.first, let last = range.last else { return writer.null() }
    writer.strings([first, last].map(TerminalEscaping.text))
  }

  private func write(
    exampleOf problem: Problem, _ fleet: borrowing Fleet, to writer: inout JSONWriter
  ) {
    let example = problem.exemplar
    let kept = fleet.example(example.session, example.path)
    let place = kept?.firstPlace(problem: problem.id, rule: "")
    writer.field("key", kept?.key ?? example.session)
    writer.field("session", TerminalEscaping.text(example.session))
    writer.field("file", AuditText.name(ofFile: example.path))
    writer.field("seq", place?.seq ?? 0)
  }

  // MARK: Tables

  private func write(tablesOf chosen: [KeptSession], to writer: inout JSONWriter) {
    var networks = AdStatistics(by: [.adapter])
    var formats = AdStatistics(by: [.format])
    for session in chosen {
      networks.add(session.networks)
      formats.add(session.formats)
    }
    for (name, statistics) in [("network", networks), ("format", formats)] {
      let text = StatisticsText(statistics, style: .plain)
      if statistics.total.requests == 0, statistics.total.ads == 0 { continue }
      for table in text.tables {
        write(table, "\(name)s", "By \(name): \(Self.subject(of: table))", to: &writer)
      }
      if name == "format", !text.notes.isEmpty { write(notes: text.notes, to: &writer) }
    }
    if let table = StatisticsText(formats, style: .plain).unshownTable {
      write(table, "no_ads", "Why no ad: units without a show in a session", to: &writer)
    }
  }

  private static func subject(of table: TextTable) -> String {
    switch table.headings[0] {
    case "currency": "revenue"
    case "not filled (cause × times)": "failed loads"
    case let heading: heading
    }
  }

  private func write(
    _ table: TextTable, _ id: String, _ title: String, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("title", title)
      writer.key("head")
      writer.strings(table.names + table.headings)
      writer.array("numeric") { writer in
        for _ in table.names { writer.boolean(false) }
        for heading in table.headings {
          writer.boolean(!table.isLeftAligned && heading != "currency" && !heading.contains("×"))
        }
      }
      writer.array("rows") { writer in
        for row in table.rows + (table.last.map { [$0] } ?? []) {
          writer.strings(row.names + row.cells)
        }
      }
      writer.key("notes")
      writer.strings([])
    }
  }

  private func write(notes: [String], to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", "notes")
      writer.field("title", "What the figures leave out")
      for name: StaticString in ["head", "numeric", "rows"] { writer.array(name) { _ in } }
      writer.key("notes")
      writer.strings(notes)
    }
  }
}

/// The sessions that a filter chose, added up.
private struct Fleet: ~Copyable {
  let input: FleetInput
  var table: ProblemTable
  var installs = InstallSketch()
  var days = DayCounts()
  private let sessions: [KeptSession]

  init(_ sessions: [KeptSession], _ rules: [Rule], _ input: FleetInput) {
    self.sessions = sessions
    self.input = input
    table = ProblemTable(rules: rules)
    for session in sessions {
      table.add(session.fleet, of: input)
      installs.add(session.fleet.installOrOwn)
      days.add(session.fleet.facts.day)
    }
  }

  /// The session with a name in a file.
  func example(_ session: String, _ path: String) -> KeptSession? {
    sessions.first { $0.fleet.session == session && $0.fleet.path == path }
  }
}
