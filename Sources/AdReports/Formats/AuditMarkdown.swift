package import AdAudit
package import AdReplay
internal import AdRules
internal import AdSession

/// The audit as Markdown, for the summary of a job: what decides the exit status, the totals, and a
/// table of the violated rules.
///
/// It is written at the end. Its size and the memory grow with the rules, not with the sessions.
package struct AuditMarkdown: AuditFormat {
  private let least: Severity
  private let isStrict: Bool
  private let exitsZero: Bool
  private var table: ViolatedRules
  private var unread = FirstLines()

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    least = settings.least
    isStrict = settings.isStrict
    exitsZero = settings.exitsZero
    table = ViolatedRules(rules: settings.rules, accepted: settings.acceptedProblems)
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    let table = table
    return { table.report([], of: $0) }
  }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) { _ = table.take(report) }

  package mutating func failure(_ error: InputError, _ write: Write) { unread.add(error) }

  package func end(_ tally: Tally, _ write: Write) {
    let rows = table.sorted
    let (open, accepted) = (
      rows.filter { $0.open.sessions > 0 }, rows.filter { $0.accepted.sessions > 0 }
    )
    let paragraphs =
      [["## adjournal audit"], status(open, tally), [totals(tally)]]
      + [list("Not read:", unread), rulesTable(open.map { ($0.rule, $0.open) })]
      + (accepted.isEmpty
        ? []
        : [
          ["Accepted by the baseline; they fail only if they have grown (see standard error):"],
          rulesTable(accepted.map { ($0.rule, $0.accepted) }),
        ])
    let lines = paragraphs.filter { !$0.isEmpty }.joined(separator: [""])
    write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  // MARK: The exit status

  /// What fails the audit, and what does not; each on a line.
  private func status(_ rows: [ViolatedRules.Row], _ tally: Tally) -> [String] {
    let counts = Severity.allCases.reversed().map { severity in
      (severity, rows.reduce(0) { $0 + $1.open.violations(of: severity) })
    }.filter { $0.1 > 0 }
    let failing = counts.filter { $0.0 >= least && !exitsZero }
    let passing = counts.filter { $0.0 < least || exitsZero }
    let reasons =
      (failing.isEmpty ? [] : [Self.text(failing)])
      + (exitsZero ? [] : strictReasons(tally) + damageReasons(tally))
      + (unread.count > 0 ? [AuditText.count(unread.count, "unread input")] : [])
    let first =
      reasons.isEmpty
      ? "**Passed**: nothing of severity \(least.rawValue)\(least == .error ? "" : " or above")."
      : "**Failed**: \(reasons.joined(separator: "; "))."
    if passing.isEmpty { return [first] }
    let isOne = passing.reduce(0) { $0 + $1.1 } == 1
    let lowest = passing.last?.0.rawValue ?? ""
    let why =
      exitsZero ? "because of `--exit-zero`." : "(`--severity \(lowest)` would change that)."
    let verb = isOne ? "does" : "do"
    return [
      (exitsZero && reasons.isEmpty ? "**Passed**:" : first),
      "\(Self.text(passing)) \(verb) not fail \(why)",
    ]
  }

  private func strictReasons(_ tally: Tally) -> [String] {
    let (undecided, vacuous) = (tally.count(.inconclusive), tally.count(.vacuous))
    if !isStrict || undecided + vacuous == 0 { return [] }
    return ["\(undecided) inconclusive and \(vacuous) vacuous verdicts (`--strict`)"]
  }

  private func damageReasons(_ tally: Tally) -> [String] {
    tally.damage == 0 ? [] : [AuditText.count(tally.damage, "damaged location")]
  }

  private static func text(_ counts: [(Severity, Int)]) -> String {
    counts.map { severity, count in
      severity == .info ? "\(count) info" : AuditText.count(count, severity.rawValue)
    }.joined(separator: ", ")
  }

  // MARK: Totals and tables

  private func totals(_ tally: Tally) -> String {
    let read = [
      AuditText.count(tally.journals, "journal"), AuditText.count(tally.sessions, "session"),
      AuditText.count(tally.records, "record"),
    ].joined(separator: ", ")
    let damage =
      tally.damage == 0
      ? ""
      : "; \(AuditText.count(tally.damage, "damaged location")) in "
        + "\(AuditText.count(tally.damaged, "journal")) (`adjournal check FILE` lists them)"
    return "\(read)\(AuditText.repeated(tally.repeatedSessions))\(damage)."
  }

  private func list(_ title: String, _ found: FirstLines) -> [String] {
    found.count == 0 ? [] : [title, ""] + found.listed.map { "- \(Markdown.code($0))" }
  }

  private func rulesTable(_ rows: [(rule: Rule, part: ViolatedRules.Part)]) -> [String] {
    if rows.isEmpty { return [] }
    let columns: [Markdown.Column] = [
      ("severity", false), ("rule", false), ("sessions", true), ("installs", true),
      ("violations", true), ("example", false),
    ]
    return Markdown.table(
      columns,
      rows.map { rule, part in
        let about = part.installs.isExact ? "" : "about "
        let example = part.examples.first
        return [
          part.severity.rawValue, "\(Markdown.code(rule.id))<br>\(Markdown.text(rule.sentence))",
          String(part.sessions), "\(about)\(part.installs.installs)", String(part.violations),
          example.map { "\(Markdown.code($0.location)), seq \($0.seq)" } ?? "",
        ]
      })
  }
}
