public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession

/// The text output of an audit: each session with violations, consequences under their cause.
public struct AuditText: AuditFormat, Sendable {
  /// The style of the text.
  public let style: ANSIStyle
  /// The least severity that is shown.
  public let least: Severity
  /// Whether inconclusive and vacuous rules are listed, too.
  public let isStrict: Bool

  /// Makes a writer of text.
  public init(style: ANSIStyle, least: Severity = .info, isStrict: Bool = false) {
    self.style = style
    self.least = least
    self.isStrict = isStrict
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] { bytes }

  package func journal(_ summary: JournalSummary, _ write: Write) {
    if !summary.damage.isEmpty { write(Array(block(summary).utf8)) }
  }

  package func end(_ tally: Tally, _ write: Write) { write(Array(summary(tally).utf8)) }

  /// The block of one session; empty where there is nothing to report.
  public func block(_ audited: AuditedSession) -> String {
    String(decoding: bytes(audited), as: UTF8.self)
  }

  /// The bytes of ``block(_:)``, without intermediate strings: a session can have a million lines.
  @Sendable
  package func bytes(_ audited: AuditedSession) -> [UInt8] {
    guard audited.isViolated || isStrict || !audited.reading.damage.isEmpty else { return [] }
    let groups = Group.of(audited, least: least)
    let others = isStrict ? openLines(audited) : []
    let damage = audited.reading.damage
    guard !groups.isEmpty || !others.isEmpty || !damage.isEmpty else { return [] }
    var text = TextBytes()
    text.add(line: title(audited.reading))
    for finding in damage { text.add(line: line(finding)) }
    for group in groups {
      write(group.first, audited, indent: "  ", to: &text)
      for other in group.others { write(other, audited, indent: "    then ", to: &text) }
    }
    for line in unlistedLines(audited) { text.add(line: line) }
    for line in others { text.add(line: line) }
    text.add(line: "")
    return text.bytes
  }

  private func title(_ reading: SessionReading) -> String {
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
    let file = Self.name(ofOther: audited.reading.path(ofEvent: violation.certainAt))
    let margin = String(repeating: " ", count: indent.count)
    text.add(line: "\(indent)\(severity(rule.severity)) \(style.bold(rule.id))")
    text.add(line: "\(margin)  \(TerminalEscaping.text(violation.because))")
    text.add(
      line: margin + "  "
        + style.faint(
          "line \(event.line)\(file), \(WallClock.text(event.wall)), "
            + "\(Self.clock(event.t)) after the start, seq \(seqs)"))
  }

  /// A line for each rule of which not all violations are listed.
  func unlistedLines(_ audited: AuditedSession) -> [String] {
    audited.results.placesOfFindings.compactMap { index in
      let rule = audited.rules[index]
      guard rule.severity >= least,
        let sentence = UnlistedFindings.sentence(audited.results[index])
      else { return nil }
      return "  \(severity(rule.severity)) \(style.bold(rule.id)): \(sentence)"
    }
  }

  private func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: style.red("error")
    case .warning: style.yellow("warning")
    case .info: style.blue("info")
    }
  }

  func line(_ damage: Damage) -> String {
    "  \(style.red("damage")) \(style.bold(damage.code.rawValue)) line \(damage.line)"
      + "\(Self.name(ofOther: damage.path)), byte \(damage.byte): \(TerminalEscaping.text(damage.because))"
  }

  private func openLines(_ audited: AuditedSession) -> [String] {
    zip(audited.rules, audited.results).compactMap { rule, result in
      switch result.verdict {
      case .inconclusive:
        let first = result.undecided.first
        let why = first.map { "\($0.why.rawValue) at seq \($0.seq)" } ?? "no header to rely on"
        return "  \(style.yellow("inconclusive")) \(rule.id): \(why)"
      case .vacuous: return "  \(style.faint("vacuous")) \(rule.id)"
      case .notCaptured where result.isPolicyUnset:
        return "  \(style.faint("not-captured")) \(rule.id): \(rule.unsetPolicy)"
      case .holds, .violated, .notCaptured: return nil
      }
    }
  }

  /// The last lines: the numbers of inputs, violations and verdicts.
  public func summary(_ tally: Tally) -> String {
    let read =
      "\(Self.count(tally.journals, "journal")), \(Self.count(tally.sessions, "session")), "
      + Self.count(tally.records, "record")
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

  /// ` of FILE` for a file in which the session does not begin.
  static func name(ofOther path: String?) -> String {
    path.map { " of \(TerminalEscaping.text($0))" } ?? ""
  }

  /// The path of a file, escaped for terminals; `(standard input)` for `-`.
  public static func name(ofFile path: String) -> String {
    path == "-" ? "(standard input)" : TerminalEscaping.text(path)
  }

  /// `1 record`, `2 records`.
  public static func count(_ number: Int, _ noun: String) -> String {
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
  /// The damage of a journal that belongs to no session.
  public func block(_ summary: JournalSummary) -> String {
    let lines = [style.bold(Self.name(ofFile: summary.path))] + summary.damage.map(line)
    return lines.map { $0 + "\n" }.joined() + "\n"
  }
}
