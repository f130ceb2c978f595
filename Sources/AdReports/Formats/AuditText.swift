public import AdAudit
public import AdReplay
internal import AdRules
package import AdSession

/// The findings of a session as text: its violations, consequences under their cause, its damage,
/// and its slots that showed no ad at several moments.
public struct AuditText: Sendable {
  /// The style of the text.
  public let style: TextStyle
  /// Whether inconclusive and vacuous rules are listed, too.
  public let isStrict: Bool
  /// The problems in the baseline, whose violations are left out; nil without one.
  private var accepted: AcceptedProblems?

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    self.init(style: settings.style, isStrict: settings.isStrict)
    accepted = settings.acceptedProblems
  }

  /// Makes a writer of text.
  public init(style: TextStyle, isStrict: Bool = false) {
    self.style = style
    self.isStrict = isStrict
  }

  /// The block of one session; empty where there is nothing to report.
  public func block(_ audited: AuditedSession) -> String {
    String(decoding: bytes(audited), as: UTF8.self)
  }

  /// The bytes of ``block(_:)``, without intermediate strings: a session can have a million lines.
  @Sendable
  package func bytes(_ audited: AuditedSession) -> [UInt8] {
    let (damage, notes) = (audited.reading.damage, audited.reading.notes)
    let unshown = UnshownSlots(audited.reading.trace)
    let hasFindings =
      !damage.isEmpty || !notes.isEmpty || unshown.isWorthALine
    guard audited.isViolated || isStrict || hasFindings else { return [] }
    let groups = listed(Group.of(audited), audited)
    let others = isStrict ? openLines(audited) : []
    guard !groups.isEmpty || !others.isEmpty || hasFindings else { return [] }
    var text = TextBytes()
    text.add(line: title(audited.reading))
    for line in self.lines(damage) + self.lines(notes) { text.add(line: line) }
    for line in unshown.lines { text.add(line: "  \(line)") }
    for group in groups {
      write(group.first, audited, indent: "  ", to: &text)
      for other in group.others {
        let word = other.rule == group.first.rule ? "again" : "then"
        write(other, audited, indent: "    \(word) ", to: &text)
      }
    }
    for unlisted in unlistedLines(audited) where isListed(unlisted.rule, groups, audited) {
      text.add(line: unlisted.line)
    }
    for line in others { text.add(line: line) }
    text.add(line: "")
    return text.bytes
  }

  /// The groups without the violations of accepted problems.
  private func listed(_ groups: [Group], _ audited: AuditedSession) -> [Group] {
    guard let accepted else { return groups }
    let consequences = Consequences(of: audited)
    return groups.compactMap { group in
      let new = ([group.first] + group.others).filter { member in
        let variant = consequences.variant(
          rule: member.rule, violation: member.index, in: audited)
        return !accepted.contains(variant)
      }
      return new.first.map { Group(first: $0, others: Array(new.dropFirst())) }
    }
  }

  /// Whether a violation of a rule is listed; without a baseline all are.
  private func isListed(_ rule: Rule, _ groups: [Group], _ audited: AuditedSession) -> Bool {
    accepted == nil
      || groups.contains { group in
        ([group.first] + group.others).contains { audited.rules[$0.rule].id == rule.id }
      }
  }

  /// The line above the findings of a session.
  func title(_ reading: SessionReading) -> String {
    let gaps = reading.trace.gaps.count
    let gapText = gaps == 0 ? "" : ", " + Self.count(gaps, "gap")
    let facts =
      "\(Self.count(reading.recordCount, "record")), \(reading.trace.end.rawValue)\(gapText)"
    return
      "\(style.bold(Self.name(ofFile: reading.path)))  session \(TerminalEscaping.text(reading.id)) (\(facts))"
  }

  func write(
    _ member: Group.Member, _ audited: AuditedSession, indent: String, to text: inout TextBytes
  ) {
    let rule = audited.rules[member.rule]
    let violation = member.violation(in: audited)
    let trace = audited.reading.trace
    let event = trace.events[violation.certainAt]
    let seqs = violation.witness.map { String(trace.events[$0].seq) }.joined(separator: ", ")
    let margin = String(repeating: " ", count: indent.count)
    text.add(line: "\(indent)\(severity(rule.severity(of: violation))) \(style.bold(rule.id))")
    text.add(line: "\(margin)  \(TerminalEscaping.text(violation.because))")
    for line in freeTexts(violation, trace) { text.add(line: margin + "  " + line) }
    text.add(
      line: margin + "  "
        + style.faint(
          "\(place(violation, audited)), \(Self.time(of: event, in: trace)), seq \(seqs)"))
  }

  /// The file and the line of the record at which a violation became certain.
  private func place(_ violation: Violation, _ audited: AuditedSession) -> String {
    let reading = audited.reading
    let path = reading.path(ofEvent: violation.certainAt) ?? reading.path
    return style.place(path, line: Int(reading.trace.events[violation.certainAt].line))
  }

  /// A line for the free texts of each record of a violation, with their `seq`s; equal ones share
  /// a line.
  private func freeTexts(_ violation: Violation, _ trace: Trace) -> [String] {
    if trace.freeTexts.isEmpty { return [] }
    let details = EventDetails(of: trace, style: style)
    var lines: [(text: String, seqs: [String])] = []
    for index in Set(violation.witness + [violation.certainAt]).sorted() {
      guard let text = details.freeTexts(at: index, of: trace) else { continue }
      let seq = String(trace.events[index].seq)
      if let equal = lines.firstIndex(where: { $0.text == text }) {
        lines[equal].seqs.append(seq)
      } else {
        lines.append((text, [seq]))
      }
    }
    return lines.map { "seq \($0.seqs.joined(separator: ", ")): \($0.text)" }
  }

  /// The unknown kinds and values of a journal whose records have no checksums: they may be damage.
  private func unknown(_ summary: JournalSummary) -> [String] {
    summary.hasUncheckedRecords ? UnknownNotes(of: summary, style: style).lines : []
  }

  /// A line for each rule with violations that are not listed.
  func unlistedLines(_ audited: AuditedSession) -> [(rule: Rule, line: String)] {
    audited.results.indicesOfFindings.compactMap { index in
      let (rule, result) = (audited.rules[index], audited.results[index])
      guard let sentence = UnlistedFindings.sentence(result) else { return nil }
      return (rule, "  \(severity(rule.severity(of: result))) \(style.bold(rule.id)): \(sentence)")
    }
  }

  /// The severity in its color.
  func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: style.red("error")
    case .warning: style.yellow("warning")
    case .info: style.blue("info")
    }
  }

  func line(_ damage: Damage) -> String { line(damage, style.red("damage")) }

  func line(_ note: Note) -> String { line(note, style.faint("note")) }

  private func line<Code>(_ finding: Finding<Code>, _ word: String) -> String {
    "  \(word) \(style.bold(finding.code.rawValue)) line \(finding.line)"
      + "\(Self.name(ofOther: finding.path)), byte \(finding.byte): \(TerminalEscaping.text(finding.because))"
  }

  /// Damage of a session or a journal; equal damage shares a line.
  package func lines(_ damage: [Damage]) -> [String] {
    FoldedFindings.all(of: damage).map { line($0.first) + style.faint($0.others) }
  }

  /// Notes of a session or a journal; equal notes share a line.
  func lines(_ notes: [Note]) -> [String] {
    FoldedFindings.all(of: notes).map { line($0.first) + style.faint($0.others) }
  }

  private func openLines(_ audited: AuditedSession) -> [String] {
    zip(audited.rules, audited.results).compactMap { rule, result in
      switch result.verdict {
      case .inconclusive:
        let first = result.undecided.first
        let why = first.map(Self.reason) ?? "no header to rely on"
        return "  \(style.yellow("inconclusive")) \(rule.id): \(why)"
      case .vacuous: return "  \(style.faint("vacuous")) \(rule.id)"
      case .notCaptured:
        return rule.reason(of: result).map {
          "  \(style.faint("not-captured")) \(rule.id): \($0)"
        }
      case .holds, .violated: return nil
      }
    }
  }

  /// Why an activation is undecided, and where.
  static func reason(_ undecided: Undecided) -> String {
    let because = undecided.because.map { ": \($0)" } ?? ""
    return "\(undecided.why.rawValue) at seq \(undecided.seq)\(because)"
  }

  /// The last lines: the numbers of inputs, violations and verdicts.
  public func summary(_ tally: Tally) -> String {
    let read =
      "\(Self.count(tally.journals, "journal")), \(Self.count(tally.sessions, "session"))"
      + "\(Self.repeated(tally.repeatedSessions)), \(Self.count(tally.records, "record"))"
    let found = Severity.allCases.reversed().map { "\(tally.count($0)) \($0.rawValue)" }
    let total = Severity.allCases.reduce(0) { $0 + tally.count($1) }
    let word = Self.count(total, "violation")
    let verdict = total == 0 ? style.green(word) : style.red(word)
    let damage =
      tally.damage == 0
      ? ""
      : "; "
        + style.red(
          "\(Self.count(tally.damage, "damaged location")) in \(Self.count(tally.damaged, "journal"))"
        )
    let rules = Verdict.inOrderOfContract.map { "\(tally.count($0)) \($0.rawValue)" }
    return "\(read): \(verdict) (\(found.joined(separator: ", ")))\(damage)\n"
      + style.faint("verdicts: \(rules.joined(separator: ", "))") + "\n"
  }

  /// ` (2 also in another journal)` for sessions that count more than once; empty without any.
  package static func repeated(_ count: Int) -> String {
    count == 0 ? "" : " (\(count) also in another journal)"
  }

  /// ` of FILE` for a file in which the session does not begin.
  static func name(ofOther path: String?) -> String {
    path.map { " of \(TerminalEscaping.text($0))" } ?? ""
  }

  /// The path of a file, escaped for terminals; `(standard input)` for `-`.
  public static func name(ofFile path: String) -> String {
    path == "-" ? "(standard input)" : TerminalEscaping.text(path)
  }

  /// `1 record`, `2 records`.
  public static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A number without a fraction where it has none: `14400`, `0.5`.
  public static func number(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? String(value)
  }

  /// Millionths of a currency's unit: `0.006582 USD`.
  package static func money(_ micros: Int64, _ currency: String) -> String {
    "\(number(Double(micros) / 1_000_000)) \(TerminalEscaping.text(currency))"
  }

  /// The time of a record: its wall clock, and the time since the start.
  private static func time(of event: Event, in trace: Trace) -> String {
    if !trace.hasTimes { return clock(event, in: trace) }
    return "\(WallClock.text(event.wall)), \(clock(event.t)) after the start"
  }

  /// The time of a record since the start, or `line 42` if its session has no times.
  package static func clock(_ event: Event, in trace: Trace) -> String {
    trace.hasTimes ? clock(event.t) : "line \(event.t)"
  }

  /// The time from a record to another one, or `42 lines` if the session has no times.
  package static func passed(from start: Int, to end: Int, in trace: Trace) -> String {
    let passed = trace.events[end].t &- trace.events[start].t
    return trace.hasTimes
      ? ReadableDuration.text(passed) : count(Int(clamping: passed), "line")
  }

  /// Milliseconds as `1:02:03.456`.
  public static func clock(_ t: Int64) -> String {
    func padded(_ value: Int64, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let rest = "\(padded(t / 60_000 % 60, 2)):\(padded(t / 1000 % 60, 2)).\(padded(t % 1000, 3))"
    return "\(t / 3_600_000):\(rest)"
  }
}

extension AuditText {
  /// The most violated rules of a session that ``short(_:)`` lists.
  private static let mostShort = 4

  /// The session in a few lines: each group of violations by the rule of its cause, with the place
  /// of the first one; empty without violations and damage.
  func short(_ audited: AuditedSession) -> [UInt8] {
    let damage = audited.reading.damage
    var byRule: [(first: Group.Member, count: Int)] = []
    for group in listed(Group.of(audited), audited) {
      if let known = byRule.firstIndex(where: { $0.first.rule == group.first.rule }) {
        byRule[known].count += 1
      } else {
        byRule.append((group.first, 1))
      }
    }
    if byRule.isEmpty && damage.isEmpty { return [] }
    var text = TextBytes()
    text.add(line: title(audited.reading))
    for line in lines(damage).prefix(Self.mostShort) { text.add(line: line) }
    for (first, count) in byRule.prefix(Self.mostShort) {
      let violation = first.violation(in: audited)
      let rule = audited.rules[first.rule]
      let times = count > 1 ? " × \(count)" : ""
      text.add(
        line: "  \(severity(rule.severity(of: violation))) \(style.bold(rule.id))\(times)  "
          + style.faint(place(violation, audited)))
      text.add(line: "    \(TerminalEscaping.text(violation.because))")
    }
    let left = byRule.count - Self.mostShort
    if left > 0 { text.add(line: "  and \(Self.count(left, "more violated rule"))") }
    text.add(line: "")
    return text.bytes
  }

  /// The damage and the notes of a journal that belong to no session, as ``block(_:)``; empty
  /// without any.
  func findings(_ summary: JournalSummary) -> String {
    let isEmpty = summary.damage.isEmpty && summary.notes.isEmpty && unknown(summary).isEmpty
    return isEmpty ? "" : block(summary)
  }

  /// The damage and the notes of a journal that belong to no session.
  public func block(_ summary: JournalSummary) -> String {
    let findings = lines(summary.damage) + lines(summary.notes)
    let lines = [style.bold(Self.name(ofFile: summary.path))] + findings + unknown(summary)
    return lines.map { $0 + "\n" }.joined() + "\n"
  }
}
