import AdAudit
import AdFleet
import AdReplay
import AdReports
import AdRules
import AdSession
import JournalInput
import Platform

extension CommandEntry {
  static let report = CommandEntry(
    name: "report", summary: "Create an HTML report: what went wrong, and where.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--to", value: .one("NAME.html"), help: "The new HTML file. Required."),
      .open,
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy + [.filesFrom, .jobs],
    examples: [
      Example(
        "adjournal report Journals/incidents --to incidents.html",
        "show the problems, the figures of the ads, and the sessions", exits: .violated)
    ],
    details: """
      The report is the page of 'adjournal page' with the journals inside, compressed. A browser
      audits them by the same rules and thresholds: problems, figures of the ads, and each session
      as a picture, record by record. It works offline and as an attachment. Readers without
      scripts see the problems as text.

      The report contains the journals: share it only with people who may read them. The exit
      status is that of 'audit'.
      """
  ) { arguments, terminal in
    let path = try arguments.newPage()
    let paths = try FileList.paths(arguments)
    var report = try PageReport(arguments)
    try report.audit(paths)
    let size = try report.write(paths, to: path)
    terminal.write(
      "wrote \(terminal.style.place(path)): \(report.summary), \(Progress.bytes(size))\n")
    terminal.flush()
    if arguments.has("--open") { try Browser.open(path) }
    return ExitPolicy(arguments).code(report.total.tally, report.total.codes)
  }
}

/// One run of `adjournal report`.
private struct PageReport {
  private var auditor: Auditor
  private let settings: SettingsBlock
  private let packed: PackedSessions
  private var input: FleetInput
  private var table: ProblemTable
  private let streams = StreamCopies()
  /// The paths of the journals that were read.
  private var journals: [String] = []
  /// Why other inputs could not be read.
  private var unread: [String] = []
  private(set) var total = InputTally()

  init(_ arguments: Arguments) throws {
    let rules = try Selection.rules(arguments)
    auditor = Auditor(
      rules: rules, policy: try Selection.policy(arguments), reader: try arguments.reader())
    auditor.reader.copiesStream = { [streams] in streams.add($1, of: $0) }
    settings = try SettingsBlock(arguments, rules: rules)
    packed = PackedSessions(rules: rules, tool: CommandTable.version)
    input = FleetInput(rules: rules)
    table = ProblemTable(rules: rules)
  }

  /// Audits the journals for the summary; the page audits them again.
  mutating func audit(_ paths: [String]) throws {
    // Without compression, no journal needs to be read.
    _ = try JournalBlock("")
    Progress.begin(reading: paths)
    let loss = DiskLoss()
    for output in auditor.audit(paths, render: packed.pack, loss: loss) {
      take(output)
      total.take(output)
    }
    // Without this check, sessions that were lost on disk would be missing silently.
    if let error = loss.error { throw error }
    total.printRepeatedSessions()
  }

  private mutating func take(_ output: Auditor.Output) {
    switch output {
    case .session(let report, _, _, _):
      // A session that occurs twice counts once.
      guard let session = packed.session(report), (try? input.check(session)) != nil else { return }
      table.add(session, of: input)
    case .journal(let summary): journals.append(summary.path)
    case .failure(let error): unread.append(error.description)
    }
  }

  /// What the report is about, in a few words.
  var summary: String {
    "\(AuditText.count(table.sorted.count, "problem")) in "
      + AuditText.count(total.tally.sessions, "session")
  }

  /// Writes the page with the journals and returns its size in bytes.
  func write(_ paths: [String], to path: String) throws -> Int {
    var size = 0
    var page = PageFile()
    page.summary = text
    try NewFile.create(path, from: paths) { write in
      func counted(_ bytes: [UInt8]) throws {
        size += bytes.count
        try write(bytes)
      }
      Progress.begin(reading: journals)
      try page.write(to: counted) {
        try counted(settings.bytes(unread: unread))
        for journal in journals { try self.write(journal, to: counted) }
      }
    }
    return size
  }

  private func write(_ journal: String, to write: PageFile.Writer) throws {
    var block = try JournalBlock(journal)
    try write(block.beginning)
    let isTorn = try read(journal) { piece in
      Progress.add(piece.count)
      try write(block.add(piece))
    }
    try write(block.end(isTorn: isTorn))
  }

  /// Calls the body with the text of a journal; returns whether an archive ends early.
  private func read(_ journal: String, _ body: ([UInt8]) throws -> Void) throws -> Bool {
    if try streams.read(journal, body) { return false }
    return try JournalText.read(journal, body)
  }

  /// The number of columns of the text.
  private static let columns = 100

  /// The problems as HTML, for readers without scripts.
  private var text: String {
    let problems = ProblemsText(table, of: input, style: .plain).text(top: .max, journals: [:])
    let lines = FittedText(width: Self.columns).text(
      AuditText(style: .plain).summary(total.tally) + "\n" + problems)
    let safe = lines.split(separator: "\n", omittingEmptySubsequences: false).map {
      Markup.text(String($0))
    }
    return "<p>This is a summary. With scripts, the page shows the sessions.</p>\n"
      + "<pre>\(safe.joined(separator: "\n"))</pre>"
  }
}
