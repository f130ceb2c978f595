import AdAudit
import AdReplay
import JournalInput
import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let audit = CommandEntry(
    name: "audit", summary: "Check journals against the rules and report violations.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--format", value: .one("FORMAT"),
        help: "Output format: text, json, jsonl, sarif, junit, github or markdown (default: text).",
        choices: AuditFormatEntry.all.map(\.name)),
      OptionEntry(
        name: "--only", value: .one("VERDICT"), isRepeatable: true,
        help: "List only rules with this verdict in JSON and JSON lines. Accepts a comma-separated "
          + "list. Counts include all rules.",
        choices: Verdict.inOrderOfContract.map(\.rawValue)),
      .problem("List only violations of this problem, and fail only because of them."),
      .countedSessions,
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy + [
      .filesFrom,
      OptionEntry(name: "--keyed", help: "Read input lines of the form KEY<TAB>RECORD."),
      .jobs,
      OptionEntry(
        name: "--explain",
        help: "Explain results as 'adjournal explain' does. Only with '--format json'."),
      OptionEntry(
        name: "--figures",
        help: "Add facts and ad figures of each session to JSON lines, for 'adjournal compare'."),
      OptionEntry(
        name: "--top", value: .one("N"),
        help: "List N sessions of more than \(AuditOverview.mostWhole) in text, in short form; "
          + "0 lists all sessions with every finding (default: \(AuditOverview.usualTop))."),
      OptionEntry(name: "--quiet", help: "Suppress output; use the exit status (short: -q)."),
    ] + OptionEntry.ofBaseline,
    examples: [
      Example(
        "adjournal audit Journals/incidents", "check every journal below a folder",
        exits: .violated),
      Example(
        "adjournal audit --top 0 Journals/incidents", "print every finding of every session",
        exits: .violated),
      Example(
        "adjournal audit --policy app_open_max_age_s=3600 --rule app-open-max-age "
          + "Journals/sessions", "check one rule with another threshold"),
      Example(
        "adjournal audit --rules Journals/custom/game.rules Journals/sessions",
        "also check the rules of a file", exits: .fine),
      Example(
        "find Journals/sessions -name '*.jsonl' | adjournal audit --files-from - --quiet",
        "read file names from standard input; print nothing"),
      Example(
        "adjournal audit --format jsonl Journals/sessions | adjournal merge -",
        "print one line per session, then one summary"),
      Example(
        "adjournal audit --format jsonl --only violated Journals/incidents",
        "print a short line per session, with violated rules only", exits: .violated),
      Example(
        "adjournal audit --problem 6bf7db7b194b Journals/incidents",
        "list the violations of one problem of 'adjournal triage'", exits: .violated),
      Example(
        "adjournal audit --session daily-03c8be Journals/incidents",
        "list the violations of one session", exits: .violated),
      Example(
        "adjournal audit --format markdown --severity warning Journals/incidents >> summary.md",
        "add a table of the violated rules to the summary of a job", exits: .violated),
    ],
    details: """
      The exit status is 1 for violations of at least the severity of --severity (by default errors
      only; the last line of text counts the others), 3 for damage without such violations, and 4 if
      a file cannot be read and no other file has such violations. With violations and an unread file
      it is 1; standard error names the file, and so does the member 'unread' of --format json.

      In text, more than \(AuditOverview.mostWhole) sessions are summed up: a few sessions in short form, a table of
      the violated rules, and what is not listed. The other formats have everything. At the end come
      the commands to run next, with their arguments.

      Of one rule, the first 1000 violations of a session are listed and the first of each problem
      (see 'adjournal triage'), and of one kind of damage the first 1000 of a journal (in text: of
      each session). Every format says how many more there are, and all counts are exact.

      A journal may be compressed (.gz). A journal that is named twice is read once. A session of two
      journals, such as a file and its copy, counts in both; standard error says so. Verdicts do not
      depend on --jobs. The list of --files-from has one name per line, or names that end with NUL,
      as from 'find -print0'.

      One mistake often breaks several rules. In text, 'then' marks a violation that follows from the
      one above it: they share records. Fix the first one first. JSON and SARIF name it in 'follows';
      the other formats say 'follows from RULE at seq N'.

      --problem lists only violations of one problem, whose id 'adjournal triage' prints, and those
      that follow from them. The beginning of an id suffices if no other problem of the selected
      rules has it. Counts of violations and the exit status are as if there were no other problem.
      Verdicts are not changed: a rule with other violations is still 'violated', with an empty list.
      Sessions without the problem and without damage are counted and not listed.

      --session judges all sessions, because daily caps count earlier ones of the same install, and
      lists and counts only those with this id, and their journals. Damage of such a journal counts
      if it is theirs or of no session. Output comes when everything is read.

      With --baseline, only problems fail that the file does not list (a format that it does not list
      counts as new), or that are in a greater share of the sessions than when they were accepted;
      'adjournal triage --help' says what a problem is. Text and GitHub leave accepted violations
      out, and text says how many; SARIF marks them 'unchanged', JUnit skips a rule with only such
      violations, and Markdown has a table of them.

      JUnit has a case for each violated rule, with its first ten sessions, and one for all others.
      GitHub shows ten annotations of each kind, so there are no more; a last line counts the others.
      Markdown is for the summary of a job: append it to the file in GITHUB_STEP_SUMMARY.

      A file '.adjournal.json' sets 'policy' (thresholds), 'severities' (of rules; "off" switches a
      rule off), 'rules' (rule files) and 'baseline' once for all commands that have --config.
      Standard error says which rules are off. Options of the command line
      come after it. It is looked for in this folder and in those above it, up to the top
      of the repository (a folder with '.git'); outside a repository, in this folder only. It must
      belong to you or root, and others must not be able to write it; --config reads any file. The
      command names the file that it found on standard error.

      --explain has one effort for all sessions, that of 'adjournal explain', and reads on one core. A
      session may use a tenth of what those before it left; 'cut_off' is true where that ended the
      search. 'adjournal explain FILE' searches on.

      An empty standard input is an error (exit status 4), so that a broken pipeline does not pass.
      """
  ) { arguments, terminal in
    var command = try AuditCommand(arguments, terminal.style)
    return try command.run(&terminal)
  }
}

/// One execution of `adjournal audit`.
struct AuditCommand {
  /// The format of the output; nil with `--quiet`.
  private var format: (any AuditFormat)?
  private let exits: ExitPolicy
  private let paths: [String]
  private let loss = DiskLoss()
  private var auditor: Auditor
  /// The accepted problems; nil without a baseline.
  private var baseline: AuditBaseline?
  /// The texts of rule files; nil without any.
  private let texts: RuleTexts?
  private var total = InputTally()
  /// Whether only the violations of one problem are listed.
  private let isNarrow: Bool
  /// The sessions that are listed and counted; nil for all.
  private let sessions: CountedSessions?

  init(_ arguments: Arguments, _ style: TextStyle) throws {
    exits = ExitPolicy(arguments)
    paths = try FileList.paths(arguments)
    var reader = try arguments.reader()
    reader.isKeyed = arguments.has("--keyed")
    if !reader.isKeyed { reader = reader.importing(logsOf: arguments.operands) }
    auditor = Auditor(
      rules: try Selection.rules(arguments), policy: try Selection.policy(arguments),
      reader: reader)
    texts = try RuleTexts(arguments, rules: auditor.rules)
    let problem = try arguments.problem(of: auditor.rules)?.id
    if let problem { auditor.narrow = { $0.results(ofProblem: problem) } }
    isNarrow = problem != nil
    sessions = CountedSessions(arguments)
    baseline = try AuditBaseline(arguments, rules: auditor.rules, problem: problem)
    let entry = Self.format(arguments)
    let only = try Self.only(arguments, entry)
    if arguments.has("--quiet") { return }
    var settings = AuditFormatSettings(
      rules: auditor.rules, style: style, least: exits.least, isStrict: exits.isStrict, only: only,
      version: CommandTable.version, loss: loss)
    settings.exitsZero = exits.exitsZero
    settings.acceptedProblems = baseline?.accepted
    settings.hasFigures = arguments.has("--figures")
    settings.top = try arguments.number("--top", in: 0...1_000_000)
    settings.exitNote = { [exits] in exits.note($0) }
    settings.inputs = FollowUps.Inputs(
      operands: arguments.has("--files-from") || arguments.operands.contains("-")
        ? nil : arguments.operands.map(ShellWord.quoted).joined(separator: " "),
      options: arguments.shellWords(of: OptionEntry.ofSelection),
      settings: arguments.shellWords(of: [.rules, .policy, .config, .noConfig]),
      ruleFiles: arguments.shellWords(of: [.rules]), quoted: ShellWord.quoted)
    settings.inputs?.hasOtherSessions = sessions != nil
    if settings.hasFigures && entry.name != "jsonl" {
      throw UsageError("'--figures' needs '--format jsonl'")
    }
    if arguments.has("--explain") {
      if entry.name != "json" {
        throw UsageError(
          "'--explain' needs '--format json'", hint: "or run 'adjournal explain FILE'")
      }
      settings.explanationPolicy = auditor.policy
      // Sessions share one effort: what one gets depends on those before it.
      auditor.reader.jobs = 1
    }
    format = entry.make(settings)
  }

  private static func format(_ arguments: Arguments) -> AuditFormatEntry {
    let name = arguments.value("--format")
    return AuditFormatEntry.all.first { $0.name == name } ?? AuditFormatEntry.all[0]
  }

  /// The verdicts of `--only`; nil without the option.
  private static func only(
    _ arguments: Arguments, _ format: AuditFormatEntry
  ) throws -> Set<Verdict>? {
    guard arguments.has("--only") else { return nil }
    guard format.leavesOut else {
      let names = AuditFormatEntry.all.filter(\.leavesOut).map(\.name)
      throw UsageError("'--only' needs '--format \(names.joined(separator: "' or '--format "))'")
    }
    let names = Verdict.inOrderOfContract.map(\.rawValue)
    return Set(
      try arguments.list("--only").map { name in
        guard let verdict = Verdict(rawValue: name) else {
          throw UsageError.invalid(name, for: "--only", names)
        }
        return verdict
      })
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    Progress.begin(reading: paths)
    let outputs = try outputs()
    var output = AuditOutput(format: format)
    output.begin(&terminal)
    for found in outputs {
      let found = withoutLine(found)
      total.take(found)
      output.write(found, &terminal)
    }
    total.printRepeatedSessions()
    texts?.printUnseen()
    output.end(total.tally, &terminal)
    if format is AuditOverview { terminal.write(baseline?.note(total.tally) ?? "") }
    terminal.flush()
    return exits.code(try baseline?.end(total.tally) ?? total.tally, total.codes)
  }

  /// What the audit hands out; of chosen sessions, when it is known that there are all of them.
  private func outputs() throws -> AnySequence<Auditor.Output> {
    guard let sessions else {
      return AnySequence(auditor.audit(paths, render: render, loss: loss))
    }
    var found = sessions
    let outputs = auditor.audit(paths, render: sessions.render(render), loss: loss).compactMap {
      found.take($0)
    }
    try found.refuseMissing(in: paths)
    return AnySequence(outputs)
  }

  /// Renders a session as its format does; an empty report for `--quiet`.
  private var render: @Sendable (AuditedSession) -> [UInt8] {
    let nothing: @Sendable (AuditedSession) -> [UInt8] = { _ in [] }
    var render = format.map { $0.render } ?? nothing
    if isNarrow && listsSessions {
      let all = render
      render = { audited in
        audited.isViolated || !audited.reading.damage.isEmpty ? all(audited) : []
      }
    }
    let whole = baseline.map { $0.render(render) } ?? render
    guard let texts else { return whole }
    return { audited in
      texts.add(audited.reading.trace)
      return whole(audited)
    }
  }

  /// Whether the format lists sessions without violations, too.
  private var listsSessions: Bool {
    format is AuditOverview || format is AuditJSON || format is AuditJSONLines
  }

  /// The output without what the baseline needs of a session.
  private mutating func withoutLine(_ output: Auditor.Output) -> Auditor.Output {
    guard case .session(let report, let tally, let damage, let notes) = output,
      let rest = baseline?.take(report)
    else { return output }
    return .session(report: rest, tally: tally, damage: damage, notes: notes)
  }
}
