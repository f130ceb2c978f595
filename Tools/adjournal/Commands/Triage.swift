import AdAudit
import AdFleet
import AdReplay
import AdReports
import AdRules
import AdSession
import AdTickets
import JSONLines
import JournalInput
import Platform

extension CommandEntry {
  static let triage = CommandEntry(
    name: "triage", summary: "Group the violations of a fleet into problems to fix.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--by", value: .one("FIELD"),
        help:
          "Say of each problem which adapter, network or creative shows it (default: network, and "
          + "the adapter of ads without one).",
        choices: [StatisticsField.adapter, .network, .creative].map(\.rawValue)),
      OptionEntry(
        name: "--format", value: .one("FORMAT"),
        help: "Output format: text, json, csv or markdown (default: text).",
        choices: ["text", "json", "csv", "markdown"]),
      OptionEntry(
        name: "--top", value: .one("N"),
        help: "Number of problems in text and Markdown; 0 for all (default: 10)."),
      .problem("List all sessions with this problem, and fail only because of it."),
      OptionEntry(
        name: "--to", value: .one("FOLDER"),
        help: "Write the shrunk smallest session of each problem of --top to FOLDER/ID.jsonl."),
      OptionEntry(
        name: "--journals", value: .one("PATH"), isRepeatable: true,
        help: "The file or folder with the journals that lines of audits name, for '--to'."),
      .baseline,
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy.filter { $0.name != "--strict" } + [
      .filesFrom, .jobs,
    ],
    examples: [
      Example(
        "adjournal triage Journals/incidents", "print the ten problems with the greatest impact",
        exits: .violated),
      Example(
        "adjournal audit --format jsonl --only violated Journals/incidents | adjournal triage "
          + "--exit-zero -", "group what machines audited in parts"),
      Example(
        "adjournal triage --exit-zero --format json --to examples "
          + "--rule lock-is-not-background Journals/incidents",
        "print JSON and write the smallest journals"),
      Example(
        "adjournal triage --problem 6bf7db7b194b --exit-zero --format csv Journals/incidents",
        "list all sessions with one problem"),
      Example(
        "adjournal triage --exit-zero --format markdown --top 3 Journals/incidents",
        "print a table for a ticket"),
    ],
    details: """
      FILE is a journal or a folder, which is audited, or the output of 'adjournal audit --format
      jsonl'. Standard input is such output. The options that select rules must be those of the audit.

      A problem is a rule, and the event that is missing if one is. Nothing else changes its id. Its
      variants (ad format, kinds of records, reason, trigger, whether the event came late) are counted:
      the text has the most frequent one and all formats, JSON has all variants. A violation that
      follows from another one belongs to the problem of its cause. Problems are sorted by severity,
      then by the number of installs.

      --problem lists every session with one problem: its path, name, install (a hash), app version, day,
      and the seq of its first violation of the problem, for 'adjournal show'. The beginning of an id
      suffices if no other problem of the selected rules has it. Counts of violations and the exit status
      are as if there were no other problem.

      The text has a bar of the sessions on each day from the first to the last day with a violation;
      over more than 14 days, a character stands for several. JSON has the numbers in 'days'.

      Rates are per 1,000 sessions in which the rule applied at least once. The number of installs is
      exact up to 512, and an estimate above. A session that occurs twice, and lines of two versions of
      the tool, are errors. A session of two journals counts in both; standard error says so. The exit
      status is that of 'audit', with --baseline as without.

      --to reads journals again: those that are operands, or below a folder that is one, and those of
      --journals. A line can name any file, so no other file is opened.

      The journals of --to stand alone: an audit of one by all rules finds its problem, and as little
      else as possible.
      """
  ) { arguments, terminal in
    var command = try TriageCommand(arguments)
    return try command.run(&terminal)
  }
}

/// One execution of `adjournal triage`.
private struct TriageCommand {
  private let arguments: Arguments
  private let paths: [String]
  private let top: Int
  private let folder: String?
  private var reader: FleetReader
  private var table: ProblemTable
  /// The sessions with the problem of `--problem`; nil without it.
  private var list: ProblemSessions?
  /// The accepted problems; nil without a baseline.
  private var baseline: AuditBaseline?

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    paths = try FileList.paths(arguments)
    let top = try arguments.number("--top", in: 0...1_000_000) ?? 10
    self.top = top == 0 ? Int.max : top
    folder = try arguments.newFile()
    if folder == nil, arguments.has("--journals") { throw UsageError("'--journals' needs '--to'") }
    reader = try FleetReader(arguments, hasFigures: false, problem: arguments.problem)
    let problem = try arguments.problem(of: reader.input.rules)
    list = problem.map(ProblemSessions.init)
    if problem != nil, arguments.value("--format") == "markdown" {
      throw UsageError("'--problem' needs '--format text', '--format json' or '--format csv'")
    }
    baseline = try AuditBaseline(arguments, rules: reader.input.rules, problem: problem?.id)
    table = ProblemTable(
      rules: reader.input.rules,
      by: arguments.value("--by").flatMap(StatisticsField.init(rawValue:)))
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    try reader.read(paths) { session, input in
      table.add(session, of: input)
      list?.add(session)
      baseline?.add(session)
    }
    let states = baseline?.states(of: reader.total.tally)
    reader.printRepeatedSessions()
    let journals = try folder.map { folder in
      var files = ExemplarFiles(
        folder, reader.input.rules, try Selection.policy(arguments),
        journals: reader.journals + arguments.values("--journals"))
      return try files.write(Array(table.sorted.prefix(top)))
    }
    if !reader.total.isOfNothing || isForPrograms { write(states, journals ?? [:], &terminal) }
    if let folder, let journals, !isForPrograms {
      let count = AuditText.count(journals.count, "shrunk journal")
      terminal.write("wrote \(terminal.style.place(folder)): \(count)\n")
    }
    terminal.flush()
    let failing = try baseline?.end(reader.total.tally) ?? reader.total.tally
    return ExitPolicy(arguments).code(failing, reader.total.codes)
  }

  /// Whether the output is a document, which is complete also if nothing could be read.
  private var isForPrograms: Bool { (arguments.value("--format") ?? "text") != "text" }

  private func write(
    _ states: [String: BaselineState]?, _ journals: [String: String], _ terminal: inout Terminal
  ) {
    switch (arguments.value("--format"), list) {
    case ("json", let list?):
      list.writeJSON(table.sorted.first, tool: reader.input.tool) { terminal.write(json: $0) }
    case ("json", nil):
      var writer = JSONWriter()
      ProblemsJSON.write(table, of: reader.input, journals: journals, states: states, to: &writer)
      writer.endLine()
      terminal.write(json: writer.bytes)
    case ("csv", let list?): list.writeCSV { terminal.write(plain: $0) }
    case ("csv", nil):
      for line in ProblemsCSV.lines(table, of: reader.input, states: states) {
        terminal.write(plain: line + "\n")
      }
    case ("markdown", _):
      for line in ProblemsMarkdown.lines(table, of: reader.input, top: top, states: states) {
        terminal.write(plain: line + "\n")
      }
    default:
      let text = ProblemsText(table, of: reader.input, states: states, style: terminal.style)
      terminal.write(text.text(top: top, journals: journals))
      if let list {
        if list.count > 0 { terminal.write("\n") }
        list.writeText(terminal.style) { terminal.write($0) }
      }
    }
  }
}

/// Writes the shrunk smallest session of each problem to a folder.
private struct ExemplarFiles {
  private let folder: String
  private let shrinker: ProblemShrinker
  /// The files and folders of the call whose journals may be read.
  private let journals: [String]
  /// The paths that were written, by the ids of the problems.
  private var paths: [String: String] = [:]
  /// Why a problem has no journal.
  private var reasons: [String: String] = [:]

  init(_ folder: String, _ rules: [Rule], _ policy: [PolicySetting], journals: [String]) {
    self.folder = folder
    shrinker = ProblemShrinker(rules, policy: policy)
    self.journals = journals
  }

  /// Writes the journals and returns their paths, by the ids of the problems.
  ///
  /// Each file is read once. Prints a note for a session that cannot be read or does not show the
  /// problem by itself.
  mutating func write(_ problems: [Problem]) throws -> [String: String] {
    try NewFile.refuseExisting(problems.map(path))
    if !NewFile.exists(folder), SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
    Progress.begin("problem", of: problems.count)
    let byFile = Dictionary(grouping: problems, by: \.exemplar.path)
    let readable = readable(problems.map(\.exemplar.path))
    for (file, ofFile) in byFile.sorted(by: { $0.key < $1.key }) {
      if readable.contains(file) {
        try write(ofFile, from: file)
      } else {
        let reason = Self.objection(to: file)
        for problem in ofFile { reasons[problem.id] = reason }
      }
    }
    for problem in problems {
      guard let reason = reasons[problem.id] else { continue }
      Terminal.printError("no shrunk journal of problem \(problem.id): \(reason)")
    }
    return paths
  }

  /// The paths among some, which lines of any origin name, that are regular files of the call.
  private func readable(_ named: [String]) -> Set<String> {
    var wanted: [System.FileIdentity: [String]] = [:]
    for path in Set(named).sorted() where JournalFiles.canReadAgain(path) {
      if let file = System.identity(path: path) { wanted[file, default: []].append(path) }
    }
    var readable: Set<String> = []
    if wanted.isEmpty { return readable }
    for case .journal(let path) in JournalFiles.expand(journals) {
      readable.formUnion(System.identity(path: path).flatMap { wanted[$0] } ?? [])
    }
    return readable
  }

  private static func objection(to path: String) -> String {
    if !NewFile.exists(path) { return "\(path): no such file" }
    return "\(path): not a journal of this call; '--journals' names the folder of such journals"
  }

  /// Writes the journals of the problems whose smallest sessions are in a file.
  private mutating func write(_ problems: [Problem], from file: String) throws {
    let bySession = Dictionary(grouping: problems, by: \.exemplar.session)
    let wanted = Set(problems.map(\.exemplar.session))
    for problem in problems { reasons[problem.id] = "\(file) has no such session" }
    let sessions = JournalReader.onAllCores.read([file]) { wanted.contains($0.id) ? $0 : nil }
    for delivery in sessions {
      switch delivery {
      case .session(let reading?):
        for problem in bySession[reading.id] ?? [] where paths[problem.id] == nil {
          try write(problem, from: reading)
        }
      case .failure(let error):
        for problem in problems where paths[problem.id] == nil {
          reasons[problem.id] = error.description
        }
      case .session, .journal: break
      }
    }
  }

  private mutating func write(_ problem: Problem, from reading: SessionReading) throws {
    defer { Progress.add(1) }
    guard let journal = shrinker.journal(problem.identity, of: reading) else {
      reasons[problem.id] = "the session does not show the problem by itself"
      return
    }
    try NewFile.write(journal, to: path(problem), from: [reading.path])
    paths[problem.id] = path(problem)
    reasons[problem.id] = nil
  }

  private func path(_ problem: Problem) -> String { "\(folder)/\(problem.id).jsonl" }
}
