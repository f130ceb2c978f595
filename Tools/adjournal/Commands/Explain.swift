import AdAudit
import AdExplaining
import AdReplay
import AdReports
import AdRules
import AdSession
import JSONLines

extension CommandEntry {
  static let explain = CommandEntry(
    name: "explain",
    summary: "Explain verdicts: the smallest change that would lead to another one.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--rule", value: .one("ID"), isRepeatable: true,
        help: "Explain only these rules, also if they are vacuous or not captured.",
        choices: RuleBook.all.map(\.id), listedBy: "adjournal rules", takesOthers: true),
      OptionEntry(
        name: "--seq", value: .one("N"),
        help: "Explain only what was found at the record with this seq."),
      OptionEntry(
        name: "--session", value: .one("ID"), help: "Explain only this session (default: all)."),
      OptionEntry(
        name: "--effort", value: .one("N"),
        help: "Judge at most N changed journals in all (default: 20000)."),
      OptionEntry(
        name: "--to", value: .one("DIR"),
        help: "Also write the changed journals to DIR, as RULE.SEQ.kept.jsonl and so on."),
      .textOrJSON, .policy, .rules, .config, .noConfig,
    ],
    examples: [
      Example(
        "adjournal explain Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print what the app could have done to avoid the violation"),
      Example(
        "adjournal explain --rule single-use-ad Journals/rules/single-use-ad/inconclusive.jsonl",
        "print which lost records would violate the rule, and which would keep it"),
    ],
    details: """
      For a violation, it quotes the witness and prints the nearest correct history: the smallest
      change to records of the app (at most three added, removed or moved) with which this violation
      is gone and no new one appears. Records that follow from a changed one change with it. What the
      SDK, a network or the user did is not changed: the app cannot repair what only they can break.
      Violations come in the order of 'adjournal audit', each cause before what follows from it.

      For an undecided activation, it prints two completions: the fewest lost, later or unrecorded
      records (at most four) with which it would be violated, and with which it would be kept. If only
      one of them exists, the verdict is more careful than necessary.

      For a rule of --rule that is vacuous or not captured, it prints what to record.

      Every printed change was judged. What was not found may exist: the search tries the records that
      the rule can see, at the times that can make a difference.

      --effort is for all findings of the call. A finding may use an equal share of what the ones before
      it left. If there is not enough for all, errors come first, then other violations; the findings
      that are left are listed as not explained. A journal of more than 1000 records counts once more
      for each 1000. Undecided activations of a rule with the same reason, kind of record and format
      are explained once.

      --to writes DIR/RULE.SEQ.kept.jsonl, DIR/RULE.SEQ.violating.jsonl and DIR/RULE.SEQ.holding.jsonl:
      undamaged journals without gaps, in which lost records that do not matter are notes.
      """
  ) { arguments, terminal in
    let command = try ExplainCommand(arguments)
    return try command.run(&terminal)
  }
}

/// One execution of `adjournal explain`.
struct ExplainCommand {
  private let explainer: Explainer
  private let judge: Judge
  private let choice: Explainer.Choice
  private let contents: JournalContents
  private let sessions: [SessionReading]
  private let isJSON: Bool
  private let folder: String?

  init(_ arguments: Arguments) throws {
    let rules = try Selection.all(arguments)
    let wanted = try arguments.list("--rule").map {
      try Selection.rule($0, of: rules, arguments.configuration).id
    }
    choice = Explainer.Choice(
      rules: wanted.isEmpty ? nil : Set(wanted),
      seq: try arguments.number("--seq", in: 0...Int.max).map { Int64($0) },
      includesUnjudged: !wanted.isEmpty)
    let overrides = try Selection.policy(arguments)
    judge = Judge(rules: rules, overrides: overrides)
    explainer = Explainer(
      rules: rules, overrides: overrides,
      effort: try arguments.number("--effort", in: 1...1_000_000_000) ?? Explainer.usualEffort)
    if Terminal.isWatched { explainer.onJudged { Progress.add(1) } }
    isJSON = arguments.value("--format") == "json"
    folder = try arguments.newFile()
    (contents, sessions) = try JournalContents.sessions(
      arguments.value("--session"), of: arguments.operands[0],
      reader: .onAllCores.importing(logsOf: arguments.operands))
  }

  func run(_ terminal: inout Terminal) throws -> ExitCode {
    if sessions.isEmpty { contents.printNoSession() }
    let explained = sessions.map { ($0, explanations(of: $0)) }.filter { !$0.1.isEmpty }
    if let seq = choice.seq, explained.isEmpty {
      throw UsageError(
        "nothing to explain at seq \(seq) of \(contents.path)",
        hint: "run 'adjournal explain \(contents.path)' for all findings")
    }
    Progress.begin("changed journal", of: nil)
    var files = try folder.map {
      try ExplanationFiles($0, of: contents.path, sessions: explained.count)
    }
    if isJSON {
      try writeJSON(explained, &files, &terminal)
    } else {
      try writeText(explained, &files, &terminal)
    }
    terminal.flush()
    contents.printDamage()
    return contents.code
  }

  /// The explanations of a session; it shares daily caps with the other sessions of its install.
  private func explanations(of reading: SessionReading) -> Explanations {
    var shows = OtherShows.unknown
    if let install = reading.trace.header?.install, !install.isEmpty {
      let same = sessions.filter { $0.trace.header?.install == install }
      if same.count > 1, let number = same.firstIndex(where: { $0.trace === reading.trace }) {
        shows = .ofSessions(before: number, in: same.map(\.trace))
      }
    }
    let audited = AuditedSession(
      reading, rules: explainer.rules, results: judge.judge(reading.trace, otherShows: shows))
    return explainer.explain(
      reading.trace, choice, results: audited.results, order: OrderedViolation.all(of: audited),
      otherShows: shows)
  }

  /// Calls `body` with each explanation of a session as it is found.
  private func forEach(
    _ explanations: Explanations, _ files: inout ExplanationFiles?,
    _ body: (Explanation) -> Void
  ) throws {
    for explanation in explanations {
      try files?.write(explanation)
      body(explanation)
    }
  }

  private func writeText(
    _ explained: [(SessionReading, Explanations)], _ files: inout ExplanationFiles?,
    _ terminal: inout Terminal
  ) throws {
    var found: Set<String> = []
    for (reading, explanations) in explained {
      let text = ExplanationText(reading, style: terminal.style)
      terminal.write(text.title + "\n\n")
      try forEach(explanations, &files) { explanation in
        for line in text.lines(explanation) { terminal.write(line + "\n") }
        terminal.offer()
        found.insert(explanation.rule.id)
      }
    }
    for rule in explainer.rules where found.contains(rule.id) {
      RuleText.showMeaning(rule, &terminal)
    }
    if explained.isEmpty && !sessions.isEmpty {
      terminal.write("nothing to explain: no violation, and nothing inconclusive\n")
    }
  }

  private func writeJSON(
    _ explained: [(SessionReading, Explanations)], _ files: inout ExplanationFiles?,
    _ terminal: inout Terminal
  ) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("schema", ExplanationJSON.schema)
    writer.key("sessions")
    writer.beginArray()
    for (reading, explanations) in explained {
      ExplanationJSON.begin(reading, &writer)
      try forEach(explanations, &files) {
        ExplanationJSON.write($0, of: reading, to: &writer)
        // The writer needs the last byte to separate what follows.
        terminal.write(json: Array(writer.bytes.dropLast()))
        writer.bytes.removeFirst(writer.bytes.count - 1)
        terminal.offer()
      }
      ExplanationJSON.end(&writer)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    terminal.write(json: writer.bytes)
  }
}
