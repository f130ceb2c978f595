import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession
import JSONLines

extension CommandEntry {
  static let audit = CommandEntry(
    name: "audit", summary: "Judges journals by the rules: what went wrong, where, and why.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--format", value: .one("FORMAT"),
        help: "text, json, jsonl, sarif, junit or github (default: text).",
        choices: AuditCommand.Format.allCases.map(\.rawValue))
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy + [
      OptionEntry(
        name: "--files-from", value: .one("LIST"),
        help: "Reads the names of the files from a file, or from - (standard input)."),
      OptionEntry(name: "--keyed", help: "Each line of the input is KEY<TAB>RECORD."),
      OptionEntry(
        name: "--jobs", value: .one("N"), help: "How many cores to use (default: all)."),
      OptionEntry(name: "--quiet", help: "Prints no results; the exit code tells."),
    ],
    examples: [
      Example(
        "adjournal audit Journals/incidents", "judges every journal below a folder",
        exits: .violated),
      Example(
        "adjournal audit --policy app_open_max_age_s=3600 --rule app-open-max-age "
          + "Journals/sessions", "judges by one rule, under another threshold"),
      Example(
        "adjournal audit --rules Journals/custom/game.rules Journals/sessions",
        "judges by the rules of a file as well", exits: .fine),
      Example(
        "find Journals/sessions -name '*.jsonl' | adjournal audit --files-from - --quiet",
        "takes the names of the files from standard input; the exit code tells"),
      Example(
        "adjournal audit --format jsonl Journals/sessions | adjournal merge -",
        "one line a session, then one summary"),
    ],
    details: """
      Violations of the severity asked for exit 1, damage without violations 3, files that cannot be
      read 4. A journal may be compressed (.gz); one that is named twice is read once. Verdicts do
      not depend on --jobs. A list of --files-from has a name a line, or names that end with NUL, as
      'find -print0' writes them.
      """
  ) { arguments, terminal in
    var command = try AuditCommand(arguments, terminal.paint)
    return try command.run(&terminal)
  }
}

/// One run of `adjournal audit`.
struct AuditCommand {
  enum Format: String, CaseIterable { case text, json, jsonl, sarif, junit, github }

  private let format: Format
  private let exits: ExitPolicy
  private let isQuiet: Bool
  private let paths: [String]
  private let text: AuditText
  private var auditor: Auditor
  private var total = InputTally()

  init(_ arguments: Arguments, _ paint: Paint) throws {
    format = Format(rawValue: arguments.value("--format") ?? "text") ?? .text
    exits = ExitPolicy(arguments)
    isQuiet = arguments.has("--quiet")
    paths = try FileList.paths(arguments)
    text = AuditText(paint: paint, isStrict: exits.isStrict)
    var reader = JournalReader(jobs: try arguments.number("--jobs", in: 1...1024) ?? Cores.count)
    reader.isKeyed = arguments.has("--keyed")
    auditor = Auditor(
      rules: try Selection.rules(arguments), policy: try Selection.policy(arguments),
      reader: reader)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    let progress = Progress(noun: "record")
    let isWatched = Terminal.isWatched
    if isWatched { auditor.onProgress = { progress.add($0) } }
    let (render, text) = renderer
    let loss = DiskLoss()
    var report = AuditOutput(
      format: format, text: self.text, rules: auditor.rules, isQuiet: isQuiet, loss: loss,
      unpack: text)
    report.begin(&terminal)
    // Where the report of a session is empty, no format writes anything of it.
    try auditor.audit(
      paths, render: render, sumsUp: true, loss: loss, quiet: { total.add($0) }
    ) { output in
      if isWatched { progress.clear() }
      total.take(output)
      report.write(output, &terminal)
    }
    progress.clear()
    report.end(total.tally, &terminal)
    terminal.flush()
    return exits.code(total.tally, total.codes)
  }

  /// What is made of a session on any thread, and how it becomes text when its turn comes.
  private var renderer: (render: @Sendable (AuditedSession) -> [UInt8], text: ([UInt8]) -> [UInt8])
  {
    if isQuiet { return ({ _ in [] }, { $0 }) }
    switch format {
    case .text:
      let text = self.text
      return (text.bytes, { $0 })
    case .json:
      let reports = AuditJSON(rules: auditor.rules).reports
      return (reports.pack, reports.text)
    case .jsonl:
      let reports = AuditJSONLines(rules: auditor.rules).reports
      return (reports.pack, reports.text)
    case .sarif:
      return ({ Self.bytes($0, AuditSARIF.write) }, { $0 })
    case .junit:
      let suites = AuditJUnit(least: exits.least, isStrict: exits.isStrict)
      return (suites.bytes, { $0 })
    case .github:
      return (AuditGitHub.bytes, { $0 })
    }
  }

  private static func bytes(
    _ audited: AuditedSession, _ write: (AuditedSession, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 1 << 14)
    write(audited, &writer)
    return writer.bytes
  }
}
