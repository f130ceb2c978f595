package import AdAudit
package import AdReplay
public import AdRules
internal import AdSession
internal import Platform

/// The audit as JUnit XML, as build servers read it: a case for each violated rule, and one for all
/// other rules.
///
/// The document is written at the end. Its size and the memory grow with the rules, not with the
/// sessions.
public struct AuditJUnit: AuditFormat, Sendable {
  private let rules: [Rule]
  /// The least severity that is a failure; violations below it are printed and pass.
  private let least: Severity
  /// Whether undecided and vacuous rules are failures, too.
  private let isStrict: Bool
  private var table: ViolatedRules
  /// The number of sessions with each verdict, for each rule; see `RuleResults.plain(_:)`.
  private var verdicts: [[Int]]
  private var damage = FirstLines()
  private var unread = FirstLines()

  /// Makes a writer for an audit by these rules.
  public init(rules: [Rule], least: Severity, isStrict: Bool = false) {
    self.init(rules: rules, least: least, isStrict: isStrict, accepted: nil)
  }

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    self.init(
      rules: settings.rules, least: settings.least, isStrict: settings.isStrict,
      accepted: settings.acceptedProblems)
  }

  private init(rules: [Rule], least: Severity, isStrict: Bool, accepted: AcceptedProblems?) {
    self.rules = rules
    self.least = least
    self.isStrict = isStrict
    table = ViolatedRules(rules: rules, accepted: accepted)
    verdicts = Array(
      repeating: Array(repeating: 0, count: Self.codeCount), count: rules.count)
  }

  private static let codeCount = RuleResults.plainVerdicts.count

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    let table = table
    return { audited in
      var rendered = ByteWriter()
      rendered.text(audited.reading.path)
      for index in audited.results.indices {
        let code = audited.results.plain(index)?.verdict ?? audited.results[index].verdict.index
        rendered.byte(UInt8(code))
      }
      return table.report(rendered.bytes, of: audited)
    }
  }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) {
    var rendered = ByteReader(table.take(report))
    guard let path = rendered.text() else { return }
    for (rule, code) in zip(verdicts.indices, rendered.rest) where code < Self.codeCount {
      verdicts[rule][Int(code)] += 1
    }
    self.damage.add(damage, of: path)
  }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {
    damage.add(summary.damage, of: summary.path)
  }

  package mutating func failure(_ error: InputError, _ write: Write) { unread.add(error) }

  package func end(_ tally: Tally, _ write: Write) { write(document(tally)) }
}

extension AuditJUnit {
  /// What a case is, besides a pass.
  private enum Outcome {
    case failed(type: String, message: String)
    case error(message: String)
    case skipped(message: String)
    case passed
  }

  /// A case and the lines of its text.
  private struct Case {
    let name: String
    let outcome: Outcome
    let lines: [String]
  }

  /// The whole document.
  private func document(_ tally: Tally) -> [UInt8] {
    let rows = table.sorted
    let cases =
      [integrity("input", unread), integrity("bytes", damage)].compactMap { $0 }
      + rows.map(violated) + [others(rows, tally)].compactMap { $0 }
    var (failures, errors, skipped) = (0, 0, 0)
    for one in cases {
      switch one.outcome {
      case .failed: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      case .passed: break
      }
    }
    var text = TextBytes()
    text.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    text.add("  <testsuite name=\"adjournal audit\" tests=\"\(cases.count)\" ")
    text.add("failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\">\n")
    for one in cases { Self.write(one, &text) }
    text.add("  </testsuite>\n</testsuites>\n")
    return text.bytes
  }

  /// The case of files that cannot be read, or of damaged bytes: an audit of nothing must not pass.
  private func integrity(_ name: String, _ found: FirstLines) -> Case? {
    guard let first = found.lines.first else { return nil }
    let count =
      name == "input"
      ? AuditText.count(found.count, "unread input")
      : AuditText.count(found.count, "damaged location")
    return Case(
      name: name, outcome: .error(message: "\(count): \(first)"), lines: [count] + found.listed)
  }

  /// The case of a violated rule.
  private func violated(_ row: ViolatedRules.Row) -> Case {
    let isAccepted = row.open.sessions == 0
    let part = isAccepted ? row.accepted : row.open
    let lines =
      (isAccepted ? [] : [Self.count(part)] + Self.lines(part))
      + (row.accepted.sessions == 0
        ? [] : ["accepted: \(Self.count(row.accepted))"] + Self.lines(row.accepted, "accepted: "))
      + (row.rule.guidance.isEmpty ? [] : [""] + row.rule.guidance)
    let first = part.examples.first.map { ": \(Self.line($0))" } ?? ""
    let outcome: Outcome =
      isAccepted
      ? .skipped(message: "accepted by the baseline")
      : part.severity < least
        ? .passed
        : .failed(type: part.severity.rawValue, message: Self.count(part) + first)
    return Case(name: row.rule.id, outcome: outcome, lines: lines)
  }

  private static func count(_ part: ViolatedRules.Part) -> String {
    "\(AuditText.count(part.violations, "violation")) in "
      + AuditText.count(part.sessions, "session")
  }

  /// A line for the first violation of each of the first sessions, and how many more there are.
  private static func lines(_ part: ViolatedRules.Part, _ prefix: String = "") -> [String] {
    let left = part.sessions - part.examples.count
    return part.examples.map { "\(prefix)\(line($0)) (session \($0.session), seq \($0.seq))" }
      + (left > 0 ? ["\(prefix)and \(AuditText.count(left, "more session"))"] : [])
  }

  private static func line(_ example: ViolatedRules.Example) -> String {
    "\(example.location): \(example.message)"
  }

  /// The case of all rules without violations; nil if there is none, unless `--strict` fails.
  private func others(_ rows: [ViolatedRules.Row], _ tally: Tally) -> Case? {
    let isViolated = Set(rows.map { $0.index })
    let others = rules.indices.filter { !isViolated.contains($0) }
    let name = AuditText.count(others.count, "other rule")
    let (undecided, vacuous) = (tally.count(.inconclusive), tally.count(.vacuous))
    if isStrict && undecided + vacuous > 0 {
      let open: [Verdict] = [.inconclusive, .vacuous]
      return Case(
        name: name,
        outcome: .failed(
          type: "strict", message: "\(undecided) inconclusive and \(vacuous) vacuous verdicts"),
        lines: rules.indices.compactMap { line($0, open.map { $0.index }) })
    }
    if others.isEmpty { return nil }
    let unheld = others.filter { verdicts[$0][Verdict.holds.index] == 0 }
    let outcome: Outcome =
      unheld.count == others.count
      ? .skipped(message: "no session in which one of them holds") : .passed
    let codes = (0..<Self.codeCount).filter { $0 != Verdict.holds.index }
    return Case(name: name, outcome: outcome, lines: unheld.compactMap { line($0, codes) })
  }

  /// `RULE: vacuous in 2 sessions, …` for some verdicts; nil if no session has one of them.
  private func line(_ rule: Int, _ codes: [Int]) -> String? {
    let parts = codes.filter { verdicts[rule][$0] > 0 }.map { code in
      let verdict = RuleResults.plainVerdicts[code]
      return "\(verdict.rawValue) in \(AuditText.count(verdicts[rule][code], "session"))"
        + (rules[rule].reason(ofPlain: code).map { " (\($0))" } ?? "")
    }
    return parts.isEmpty ? nil : "\(rules[rule].id): \(parts.joined(separator: ", "))"
  }

  // MARK: XML

  private static func write(_ one: Case, _ text: inout TextBytes) {
    text.add("    <testcase classname=\"adjournal\" name=\"")
    text.add(xml: one.name)
    text.add("\"")
    var element = "system-out"
    switch one.outcome {
    case .failed(let type, let message):
      element = "failure"
      text.add(">\n      <failure type=\"\(type)\" message=\"")
      text.add(xml: message)
      text.add("\">")
    case .error(let message):
      element = "error"
      text.add(">\n      <error message=\"")
      text.add(xml: message)
      text.add("\">")
    case .skipped(let message):
      text.add(">\n      <skipped message=\"")
      text.add(xml: message)
      text.add("\"/>\n      <system-out>")
    case .passed:
      if one.lines.isEmpty { return text.add("/>\n") }
      text.add(">\n      <system-out>")
    }
    text.add(xmlLines: one.lines)
    text.add("</\(element)>\n    </testcase>\n")
  }
}

extension TextBytes {
  /// Adds text for XML; line feeds stay, other control characters become escapes.
  fileprivate mutating func add(xml text: String) {
    var isFirst = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !isFirst { add("\n") }
      isFirst = false
      add(TerminalEscaping.text(String(line))) {
        switch $0 {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
      }
    }
  }

  /// Adds sentences for XML, each on its own line.
  fileprivate mutating func add(xmlLines sentences: some Collection<String>) {
    var isFirst = true
    for sentence in sentences {
      if !isFirst { add("\n") }
      isFirst = false
      add(xml: sentence)
    }
  }
}
