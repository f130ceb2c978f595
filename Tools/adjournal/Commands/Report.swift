import AdAudit
import AdFleet
import AdReplay
import JournalInput
import AdReports
import AdRules
import AdSession
import Platform

extension CommandEntry {
  static let report = CommandEntry(
    name: "report", summary: "Create an HTML report: what went wrong, and where.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--to", value: .one("NAME.html"), help: "The new HTML file. Required.")
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy + [.filesFrom, .jobs],
    examples: [
      Example(
        "adjournal report Journals/incidents --to incidents.html",
        "show violations by rule, ad statistics, and the sessions", exits: .violated)
    ],
    details: """
      The report is one file without scripts, which works offline and as an attachment. It shows the
      first 500 sessions with a finding. A session with a violation is drawn as a timeline: the app,
      each ad slot with the life of its ads, and every violation where it became certain. A long
      session is drawn around its violations only, with the number of omitted records; all counts
      cover all sessions.

      The report contains data of the journals: share it only with people who may read them. Ad
      statistics need regular files, not streams. The exit status is that of 'audit'.
      """
  ) { arguments, terminal in
    guard let path = try arguments.newFile() else {
      throw UsageError.missing("--to", hint: "example: --to report.html")
    }
    try NewFile.refuseExisting([path])
    let paths = try FileList.paths(arguments)
    let auditor = Auditor(
      rules: try Selection.rules(arguments), policy: try Selection.policy(arguments),
      reader: try arguments.reader())
    var report = PageReport(auditor, try Selection.policy(arguments))
    report.audit(paths)
    try report.write(paths, to: path)
    terminal.write("wrote \(terminal.style.place(path)): \(report.summary)\n")
    terminal.flush()
    return ExitPolicy(arguments).code(report.total.tally, report.total.codes)
  }
}

/// One run of `adjournal report`.
private struct PageReport {
  private var auditor: Auditor
  private var page: ReportPage
  private var problems: PageProblems
  private let loss = DiskLoss()
  private(set) var total = InputTally()

  init(_ auditor: Auditor, _ policy: [PolicySetting]) {
    self.auditor = auditor
    page = ReportPage(rules: auditor.rules, overrides: policy, loss: loss)
    problems = PageProblems(auditor.rules)
  }

  mutating func audit(_ paths: [String]) {
    Progress.begin(reading: paths)
    for output in auditor.audit(paths, render: problems.render(page.parts), loss: loss) {
      take(output)
    }
    total.printRepeatedSessions()
  }

  private mutating func take(_ output: Auditor.Output) {
    switch output {
    case .session(let report, _, _, _): page.take(problems.take(report))
    case .journal(let summary): page.take(summary)
    case .failure(let error): page.fail(error.description)
    }
    total.take(output)
  }

  /// What the page is about, in a few words.
  var summary: String {
    "\(problems.count) in \(AuditText.count(total.tally.sessions, "session"))"
  }

  func write(_ paths: [String], to path: String) throws {
    let statistics = figures(paths)
    let made = "adjournal \(CommandTable.version)"
    try NewFile.create(path, from: paths) { write in
      try page.write(total.tally, statistics, problems: problems.section, made: made) {
        try write($0)
      }
      // Without this check, sessions that were lost on disk would be missing silently.
      if let error = loss.error { throw error }
    }
  }

  /// The ad statistics; nil if an input can be read only once.
  private func figures(_ paths: [String]) -> AdStatistics? {
    if paths.contains(where: { $0 == "-" || FileVersion($0)?.isStream == true }) { return nil }
    var statistics = AdStatistics(by: [.format])
    Progress.begin(reading: paths)
    let sessions = auditor.reader.read(paths) { AdStatistics(of: $0.trace, by: [.format]) }
    for case .session(let session) in sessions { statistics.add(session) }
    return statistics
  }
}

/// The problems on the page: the report of a session carries what a fleet needs in front of its
/// part of the page.
private struct PageProblems {
  private let sessions: PackedSessions
  private var input: FleetInput
  private var table: ProblemTable

  init(_ rules: [Rule]) {
    sessions = PackedSessions(rules: rules, tool: CommandTable.version)
    input = FleetInput(rules: rules)
    table = ProblemTable(rules: rules)
  }

  func render(_ parts: ReportParts) -> @Sendable (AuditedSession) -> [UInt8] {
    let sessions = sessions
    return { sessions.report(parts.part($0), behind: $0) }
  }

  /// Adds the session of a report and returns its part of the page; a session that occurs twice is
  /// on the page twice, and counts once here.
  mutating func take(_ report: [UInt8]) -> [UInt8] {
    let (session, rendered) = sessions.parts(of: report)
    if let session, (try? input.check(session)) != nil { table.add(session, of: input) }
    return rendered
  }

  var count: String { AuditText.count(table.sorted.count, "problem") }

  var section: String { ProblemsPage.section(table, of: input) }
}
