import AdReplay
import AdReports
import AdRules
import AdSession
import AdShrinking

extension CommandEntry {
  static let shrink = CommandEntry(
    name: "shrink",
    summary: "Find the smallest journal that violates a rule for the same reason.",
    operands: "FILE", fewest: 1, most: 1,
    options: ShrinkOptions.all + [
      .rules,
      OptionEntry(
        name: "--to", value: .one("NEW"),
        help: "Write the journal to a new file, or only the journal to '-' (standard output)."),
    ],
    examples: [
      Example(
        "adjournal shrink --rule lock-is-not-background "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the relevant records, and the values that do not matter"),
      Example(
        "adjournal shrink --rule lock-is-not-background --to small.jsonl "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "write the smallest journal to a new file"),
    ],
    details: """
      The result is minimal: without any one of its records or optional fields, the violation is gone.
      Times and names are simplified.

      The reason is that of the rule's first violation: the event kinds of its witness, what is
      missing or exceeded, and the message without its values. If the journal does not violate the
      rule, the exit status is 2.
      """
  ) { arguments, terminal in
    let request = try ShrinkRequest(arguments)
    let target = arguments.value("--to")
    if let target, target != "-" { try NewFile.refuseExisting([target]) }
    let shrunk = try request.shrink()
    if target == "-" {
      terminal.write(json: shrunk.bytes)
    } else {
      if let target { try NewFile.write(shrunk.bytes, to: target, from: arguments.operands) }
      request.describe(shrunk, target, &terminal)
    }
    terminal.flush()
    request.contents.printDamage()
    return request.contents.code
  }
}

/// The options of the commands that shrink a journal.
enum ShrinkOptions {
  static let all: [OptionEntry] = [
    OptionEntry(
      name: "--rule", value: .one("ID"), help: "The rule that the journal violates. Required.",
      choices: RuleBook.all.map(\.id), listedBy: "adjournal rules", takesOthers: true),
    OptionEntry(
      name: "--session", value: .one("ID"),
      help: "Select a session if the file has several (default: the first with a violation)."),
    .policy,
    .config,
    .noConfig,
  ]
}

/// A journal and the rule that it violates.
struct ShrinkRequest {
  let rule: Rule
  let contents: JournalContents
  /// The requested session, or all.
  private let sessions: [SessionReading]
  private let path: String
  private let wanted: String?
  private let policy: [PolicySetting]

  init(_ arguments: Arguments) throws {
    guard let id = arguments.value("--rule") else {
      throw UsageError.missing("--rule", hint: "run 'adjournal audit FILE' for the violated rules")
    }
    let rules = try Selection.all(arguments)
    // A test that 'pin' writes knows the rules of the catalogue only.
    let isCatalogueOnly = !arguments.accepts("--rules")
    rule = try Selection.rule(
      id, of: isCatalogueOnly ? rules.filter { $0.group != .custom } : rules,
      arguments.configuration)
    policy = try Selection.policy(arguments)
    path = arguments.operands[0]
    wanted = arguments.value("--session")
    (contents, sessions) = try JournalContents.sessions(wanted, of: path)
  }

  /// The smallest journal; throws if the rule is not violated.
  func shrink() throws -> ShrunkJournal {
    try first { JournalShrinker(rule: rule, policy: policy).shrink($0) }
  }

  /// The smallest plausible journal; throws if the rule is not violated.
  func incident() throws -> ShrunkJournal {
    try first(IncidentShrinker(rule: rule, policy: policy).shrink)
  }

  private func first(_ shrink: (Trace) -> ShrunkJournal?) throws -> ShrunkJournal {
    let isChosen = wanted != nil
    let candidates = isChosen ? sessions : sessions.filter { verdict(of: $0) == .violated }
    for session in candidates {
      guard let shrunk = shrink(session.trace) else { continue }
      if !isChosen, contents.ids.count > 1 { printNote(session, of: candidates.count) }
      return shrunk
    }
    throw notViolated()
  }

  /// Prints which session was selected.
  private func printNote(_ session: SessionReading, of violating: Int) {
    let reason =
      violating == 1
      ? "the only one that violates '\(rule.id)'"
      : "the first of \(violating) that violate '\(rule.id)' (select another with '--session ID')"
    Terminal.printError(
      "\(path) has \(contents.ids.count) sessions; using \(session.id), \(reason)")
  }

  private func verdict(of session: SessionReading) -> Verdict? {
    Judge(rules: [rule], overrides: policy).judge(session.trace).first?.verdict
  }

  private func notViolated() -> UsageError {
    if contents.ids.isEmpty { return UsageError("no session in \(path): the file is empty") }
    return UsageError(
      "no session of \(path) violates '\(rule.id)' on its own\(verdict)",
      hint: "run 'adjournal audit \(path)' for the violated rules")
  }

  /// The actual verdict, if there is only one session.
  private var verdict: String {
    guard sessions.count == 1 else { return "" }
    return verdict(of: sessions[0]).map { ": its verdict is '\($0.rawValue)'" } ?? ""
  }

  /// Prints the result as text.
  func describe(_ shrunk: ShrunkJournal, _ target: String?, _ terminal: inout Terminal) {
    let style = terminal.style
    terminal.write(style.bold("\(rule.id)") + "  \(TerminalEscaping.text(shrunk.because))\n")
    terminal.write(
      "\(shrunk.records) of \(AuditText.count(shrunk.originalRecords, "record")) left, "
        + "\(shrunk.evaluations) journals checked\n")
    if let target {
      terminal.write("wrote \(TerminalEscaping.text(target))\n")
    } else {
      terminal.write("\n")
      terminal.write(json: shrunk.bytes)
    }
    if shrunk.variations.isEmpty { return }
    terminal.write("\nAlso violates the rule with:\n")
    for variation in shrunk.variations {
      terminal.write("  \(variation.subject): \(variation.values)\n")
    }
  }
}
