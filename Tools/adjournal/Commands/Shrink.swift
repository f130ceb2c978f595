import AdReplay
import AdReports
import AdRules
import AdSession
import AdShrinking

extension CommandEntry {
  static let shrink = CommandEntry(
    name: "shrink",
    says: "Makes the smallest journal that still breaks a rule for the same reason.",
    operands: "FILE", fewest: 1, most: 1,
    options: ShrinkOptions.all + [
      .rules,
      OptionEntry(
        name: "--to", value: .one("NEW"),
        says: "Writes the journal to a new file, or to - (standard output, nothing else)."),
    ],
    examples: [
      Example(
        "adjournal shrink --rule lock-is-not-background "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the records that matter, and what is free in them"),
      Example(
        "adjournal shrink --rule lock-is-not-background --to small.jsonl "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the same in a new file"),
    ],
    details: """
      Nothing can be left out of the result: no record and no optional field. Times and names are
      simple. The reason is that of the rule's first violation: the kinds of its witness, what is
      missing or exceeded, and the sentence without its values. A rule that the journal does not break
      exits 2.
      """
  ) { arguments, terminal in
    let request = try ShrinkRequest(arguments)
    let target = arguments.value("--to")
    if let target, target != "-" { try NewFile.refuse([target]) }
    let shrunk = try request.shrink()
    if target == "-" {
      terminal.write(json: shrunk.bytes)
    } else {
      if let target { try NewFile.write(shrunk.bytes, to: target) }
      request.describe(shrunk, target, &terminal)
    }
    terminal.flush()
    request.contents.complain()
    return request.contents.code
  }
}

/// The options of the commands that make a journal smaller.
enum ShrinkOptions {
  static let all = [
    OptionEntry(
      name: "--rule", value: .one("ID"), says: "The rule that the journal breaks.",
      choices: RuleBook.all.map(\.id), listedBy: "adjournal rules", takesOthers: true),
    OptionEntry(
      name: "--session", value: .one("ID"),
      says: "The session of a file that has several (default: the first that breaks the rule)."),
    OptionEntry(
      name: "--policy", value: .one("KEY=VALUE"), isRepeatable: true,
      says: "Sets a threshold; wins over what the journal says.",
      choices: PolicyKey.allCases.map { $0.name + "=" }),
  ]
}

/// A journal and the rule that it breaks.
struct ShrinkRequest {
  let rule: Rule
  let contents: JournalContents
  /// The session that was asked for, or all.
  private let sessions: [SessionReading]
  private let path: String
  private let wanted: String?
  private let policy: [PolicySetting]

  init(_ arguments: Arguments) throws {
    guard let id = arguments.value("--rule") else {
      throw UsageError(
        "which rule? '--rule ID' says it", hint: "'adjournal audit FILE' names the broken ones")
    }
    rule = try Selection.rule(id, of: RuleBook.all + CustomRules.all(arguments))
    policy = try Selection.policy(arguments)
    path = arguments.operands[0]
    wanted = arguments.value("--session")
    (contents, sessions) = try JournalContents.sessions(wanted, of: path)
  }

  /// The smallest journal; throws a sentence where the rule is not broken.
  func shrink() throws -> ShrunkJournal {
    try first(JournalShrinker(rule: rule, policy: policy).shrink)
  }

  /// The smallest believable journal; throws a sentence where the rule is not broken.
  func incident() throws -> ShrunkJournal {
    try first(IncidentShrinker(rule: rule, policy: policy).shrink)
  }

  private func first(_ shrink: (Trace) -> ShrunkJournal?) throws -> ShrunkJournal {
    let isChosen = wanted != nil
    let broken = isChosen ? sessions : sessions.filter { verdict(of: $0) == .violated }
    for session in broken {
      guard let shrunk = shrink(session.trace) else { continue }
      if !isChosen, contents.ids.count > 1 { say(session, of: broken.count) }
      return shrunk
    }
    throw notBroken()
  }

  /// Says which session was taken.
  private func say(_ session: SessionReading, of broken: Int) {
    let which =
      broken == 1
      ? "the only one that breaks '\(rule.id)'"
      : "the first of \(broken) that break '\(rule.id)' (--session ID takes another)"
    Terminal.complain(
      "\(path) has \(contents.ids.count) sessions; this is \(session.id), \(which)")
  }

  private func verdict(of session: SessionReading) -> Verdict? {
    Judge(rules: [rule], overrides: policy).judge(session.trace).first?.verdict
  }

  private func notBroken() -> UsageError {
    if contents.ids.isEmpty { return UsageError("\(path) has no session: it is empty") }
    return UsageError(
      "no session of \(path) breaks '\(rule.id)' by itself\(verdict)",
      hint: "'adjournal audit \(path)' names the broken rules")
  }

  /// What the rule says instead, where there is one session.
  private var verdict: String {
    guard sessions.count == 1 else { return "" }
    return verdict(of: sessions[0]).map { ": its verdict is '\($0.rawValue)'" } ?? ""
  }

  /// Says what was found, for people.
  func describe(_ shrunk: ShrunkJournal, _ target: String?, _ terminal: inout Terminal) {
    let style = terminal.style
    terminal.write(style.bold("\(rule.id)") + "  \(TerminalEscaping.text(shrunk.because))\n")
    terminal.write(
      "\(AuditText.count(shrunk.records, "record")) of \(shrunk.originalRecords), "
        + "\(shrunk.evaluations) journals judged\n")
    if let target {
      terminal.write("written to \(TerminalEscaping.text(target))\n")
    } else {
      terminal.write("\n")
      terminal.write(json: shrunk.bytes)
    }
    if shrunk.variations.isEmpty { return }
    terminal.write("\nalso violates the rule with:\n")
    for variation in shrunk.variations {
      terminal.write("  \(variation.subject): \(variation.values)\n")
    }
  }
}
