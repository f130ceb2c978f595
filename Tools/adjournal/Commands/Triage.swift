import AdFleet
import AdReplay
import AdReports
import AdRules
import AdSession
import AdShrinking
import JSONLines
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
      .textOrJSON,
      OptionEntry(
        name: "--top", value: .one("N"),
        help: "Number of problems in the text; 0 for all (default: 10)."),
      OptionEntry(
        name: "--to", value: .one("FOLDER"),
        help: "Write the shrunk smallest session of each problem to FOLDER/ID.jsonl."),
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
    ],
    details: """
      FILE is a journal or a folder, which is audited, or the output of 'adjournal audit --format
      jsonl'. Standard input is such output. The options that select rules must be those of the audit.

      A problem is a rule, and the event that is missing if one is. Nothing else changes its id. Its
      variants (ad format, kinds of records, reason, trigger, whether the event came late) are counted:
      the text has the most frequent one and all formats, JSON has all variants. A violation that
      follows from another one belongs to the problem of its cause. Problems are sorted by severity,
      then by the number of installs.

      Rates are per 1,000 sessions in which the rule applied at least once. The number of installs is
      exact up to 512, and an estimate above. A session that occurs twice, and lines of two versions of
      the tool, are errors. The exit status is that of 'audit'.
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

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    paths = try FileList.paths(arguments)
    let top = try arguments.number("--top", in: 0...1_000_000) ?? 10
    self.top = top == 0 ? Int.max : top
    folder = try arguments.newFile()
    reader = try FleetReader(arguments, hasFigures: false)
    table = ProblemTable(
      rules: reader.input.rules,
      by: arguments.value("--by").flatMap(StatisticsField.init(rawValue:)))
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    try reader.read(paths) { table.add($0, of: $1) }
    let journals = try folder.map { folder in
      try ExemplarFiles(folder, reader.input.rules, Selection.policy(arguments))
        .write(table.sorted)
    }
    if arguments.value("--format") == "json" {
      var writer = JSONWriter()
      ProblemsJSON.write(table, of: reader.input, journals: journals ?? [:], to: &writer)
      writer.endLine()
      terminal.write(json: writer.bytes)
    } else {
      let text = ProblemsText(table, of: reader.input, style: terminal.style)
      terminal.write(text.text(top: top, journals: journals ?? [:]))
    }
    terminal.flush()
    return ExitPolicy(arguments).code(reader.total.tally, reader.total.codes)
  }
}

/// Writes the shrunk smallest session of each problem to a folder.
private struct ExemplarFiles {
  private let folder: String
  private let rules: [Rule]
  private let policy: [PolicySetting]

  init(_ folder: String, _ rules: [Rule], _ policy: [PolicySetting]) {
    self.folder = folder
    self.rules = rules
    self.policy = policy
  }

  /// Writes the journals and returns their paths, by the ids of the problems.
  ///
  /// Prints a note for a session that cannot be read or does not show the problem by itself.
  func write(_ problems: [Problem]) throws -> [String: String] {
    try NewFile.refuseExisting(problems.map(path))
    if !NewFile.exists(folder), SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
    var paths: [String: String] = [:]
    for problem in problems {
      do {
        guard let journal = try journal(problem) else {
          printNote(problem, "the session does not show the problem by itself")
          continue
        }
        try NewFile.write(journal, to: path(problem), from: [problem.exemplar.path])
        paths[problem.id] = path(problem)
      } catch let failure as NewFile.Failure {
        throw failure
      } catch {
        printNote(problem, "\(error)")
      }
    }
    return paths
  }

  private func path(_ problem: Problem) -> String { "\(folder)/\(problem.id).jsonl" }

  /// The smallest journal with the problem; nil if the session by itself does not have it.
  private func journal(_ problem: Problem) throws -> [UInt8]? {
    guard let rule = rules.first(where: { $0.id == problem.identity.rule }) else { return nil }
    let example = problem.exemplar
    let session = try JournalContents.sessions(example.session, of: example.path).sessions.first
    return session.flatMap { session in
      JournalShrinker(rule: rule, policy: policy).shrink(session.trace) { violation, trace in
        ProblemVariant(violation, of: rule, in: trace).problem == problem.identity
      }?.bytes
    }
  }

  private func printNote(_ problem: Problem, _ reason: String) {
    Terminal.printError("no shrunk journal of problem \(problem.id): \(reason)")
  }
}
