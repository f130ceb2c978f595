public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession

/// The audit as JUnit XML, as build servers read it: a suite for each session, a case for each
/// rule.
public struct AuditJUnit: AuditFormat, Sendable {
  /// The least severity that is a failure; violations below it are printed and pass.
  private let least: Severity
  /// Whether undecided and vacuous rules are failures, too.
  private let isStrict: Bool

  /// The problems in the baseline; nil without one.
  private var accepted: AcceptedProblems?

  /// Makes a writer.
  public init(least: Severity, isStrict: Bool = false) {
    self.least = least
    self.isStrict = isStrict
  }

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    self.init(least: settings.least, isStrict: settings.isStrict)
    accepted = settings.acceptedProblems
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] { bytes }

  package func session(_ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write) {
    write(report)
  }

  package func begin(_ write: Write) { write(Array(Self.beginning.utf8)) }

  package func journal(_ summary: JournalSummary, _ write: Write) {
    write(Array(text(summary).utf8))
  }

  package func failure(_ error: InputError, _ write: Write) {
    write(Array(Self.text(error).utf8))
  }

  package func end(_ tally: Tally, _ write: Write) { write(Array(Self.end.utf8)) }

  /// The text before the first suite.
  public static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"

  /// The text after the last suite.
  public static let end = "</testsuites>\n"

  /// The suite of one session.
  public func text(_ audited: AuditedSession) -> String {
    String(decoding: bytes(audited), as: UTF8.self)
  }

  /// The suite of one session, as bytes.
  @Sendable
  package func bytes(_ audited: AuditedSession) -> [UInt8] {
    let reading = audited.reading
    let name = Self.xml("\(reading.path) \(reading.id)")
    let consequences = Consequences(of: audited)
    let severities = audited.rules.indices.map { openSeverity($0, audited, consequences) }
    let judged = zip(severities, audited.results)
    let failures = judged.count {
      $1.verdict == .violated ? $0.map { $0 >= least } ?? false : failsStrictly($1.verdict)
    }
    let skipped = judged.count {
      $1.verdict == .violated
        ? $0 == nil : $1.verdict != .holds && !failsStrictly($1.verdict)
    }
    var text = TextBytes()
    Self.begin(
      name, cases: audited.rules.count, failures: failures, skipped: skipped, reading.damage,
      &text)
    for rule in audited.rules.indices {
      write(rule, in: name, audited, consequences, severities[rule], &text)
    }
    text.add(Self.endOfSuite)
    return text.bytes
  }

  /// The highest severity of the violations of a rule that the baseline does not accept; nil if it
  /// accepts all of them, or if there are none.
  private func openSeverity(
    _ index: Int, _ audited: AuditedSession, _ consequences: Consequences
  ) -> Severity? {
    let (rule, violations) = (audited.rules[index], audited.results[index].violations)
    return violations.indices.filter { !isAccepted(index, $0, audited, consequences) }
      .map { rule.severity(of: violations[$0]) }.max()
  }

  private func isAccepted(
    _ rule: Int, _ violation: Int, _ audited: AuditedSession, _ consequences: Consequences
  ) -> Bool {
    accepted?.contains(consequences.variant(rule: rule, violation: violation, in: audited)) ?? false
  }

  /// The suite of the damage that belongs to no session; empty where there is none.
  public func text(_ summary: JournalSummary) -> String {
    if summary.damage.isEmpty { return "" }
    var text = TextBytes()
    Self.begin(Self.xml(summary.path), cases: 0, failures: 0, skipped: 0, summary.damage, &text)
    text.add(Self.endOfSuite)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The suite of an input that could not be read: an audit of nothing must not pass.
  public static func text(_ error: InputError) -> String {
    var text = TextBytes()
    let name = xml(error.path)
    beginSuite(name, tests: 1, failures: 0, errors: 1, skipped: 0, &text)
    write(integrity: [error.sentence], in: name, "read", &text)
    text.add(endOfSuite)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func failsStrictly(_ verdict: Verdict) -> Bool {
    isStrict && (verdict == .inconclusive || verdict == .vacuous)
  }

  private static let endOfSuite = "  </testsuite>\n"

  private static func begin(
    _ name: String, cases: Int, failures: Int, skipped: Int, _ damage: [Damage],
    _ text: inout TextBytes
  ) {
    beginSuite(
      name, tests: cases + 1, failures: failures, errors: damage.isEmpty ? 0 : 1, skipped: skipped,
      &text)
    let sentences = damage.lazy.map {
      "line \($0.line)\(AuditText.name(ofOther: $0.path)), \($0.code.rawValue): \($0.because)"
    }
    write(integrity: sentences, in: name, "bytes", &text)
  }

  private static func beginSuite(
    _ name: String, tests: Int, failures: Int, errors: Int, skipped: Int, _ text: inout TextBytes
  ) {
    text.add("  <testsuite name=\"\(name)\" tests=\"\(tests)\" failures=\"\(failures)\" ")
    text.add("errors=\"\(errors)\" skipped=\"\(skipped)\">\n")
  }

  /// Text for XML; the names of suites are escaped once, not for each case.
  private static func xml(_ text: String) -> String {
    var escaped = TextBytes()
    escaped.add(xml: text)
    return String(decoding: escaped.bytes, as: UTF8.self)
  }

  /// Begins a case; the class is the suite, since some servers show cases without their suite.
  private static func beginCase(_ name: String, in suite: String, _ text: inout TextBytes) {
    text.add("    <testcase classname=\"\(suite)\" name=\"\(name)\"")
  }

  /// The case for the integrity of the bytes, with an error where they are damaged.
  private static func write(
    integrity sentences: some Collection<String>, in suite: String, _ name: String,
    _ text: inout TextBytes
  ) {
    beginCase(name, in: suite, &text)
    guard let first = sentences.first else { return text.add("/>\n") }
    text.add(">\n      <error message=\"")
    text.add(xml: first)
    text.add("\">")
    text.add(xmlLines: sentences)
    text.add("</error>\n    </testcase>\n")
  }

  /// Writes the case of a rule.
  private func write(
    _ index: Int, in suite: String, _ audited: AuditedSession, _ consequences: Consequences,
    _ severity: Severity?, _ text: inout TextBytes
  ) {
    let result = audited.results[index]
    Self.beginCase(audited.rules[index].id, in: suite, &text)
    if result.verdict == .holds { return text.add("/>\n") }
    text.add(">\n      ")
    if result.verdict == .violated {
      writeViolations(of: index, audited, consequences, severity, &text)
    } else {
      text.add(openCase(audited.rules[index], result))
    }
    text.add("\n    </testcase>\n")
  }

  private func openCase(_ rule: Rule, _ result: RuleResult) -> String {
    let word = result.verdict.rawValue
    guard failsStrictly(result.verdict) else {
      let reason = result.isPolicyUnset ? ": \(rule.unsetPolicy)" : ""
      return "<skipped message=\"\(word)\(reason)\"/>"
    }
    let why = result.undecided.first.map { ": \(AuditText.reason($0))" } ?? ""
    return "<failure type=\"\(word)\" message=\"\(word)\(why)\"/>"
  }

  private func writeViolations(
    of index: Int, _ audited: AuditedSession, _ consequences: Consequences,
    _ severity: Severity?, _ text: inout TextBytes
  ) {
    let (rule, reading) = (audited.rules[index], audited.reading)
    let result = audited.results[index]
    let sentences = result.violations.enumerated().lazy.map { number, violation in
      let event = violation.certainAt
      let isAccepted = isAccepted(index, number, audited, consequences)
      return (isAccepted ? "accepted: " : "")
        + "line \(reading.trace.events[event].line)"
        + "\(AuditText.name(ofOther: reading.path(ofEvent: event))): "
        + consequences.message(violation, rule: index, violation: number)
    }
    let isFailure = severity.map { $0 >= least } ?? false
    if isFailure {
      text.add("<failure type=\"\(severity?.rawValue ?? "")\" message=\"")
      text.add(xml: sentences.first { !$0.hasPrefix("accepted: ") } ?? "")
      text.add("\">")
    } else {
      if severity == nil { text.add("<skipped message=\"accepted by the baseline\"/>\n      ") }
      text.add("<system-out>")
    }
    text.add(xmlLines: sentences)
    if let more = UnlistedFindings.sentence(result) { text.add("\n\(more)") }
    if !rule.guidance.isEmpty {
      text.add("\n\n")
      text.add(xmlLines: rule.guidance)
    }
    text.add(isFailure ? "</failure>" : "</system-out>")
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
