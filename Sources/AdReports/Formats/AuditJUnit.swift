public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession

/// The audit as JUnit XML, as build servers read it: a suite for each session, a case for each rule.
public struct AuditJUnit: AuditFormat, Sendable {
  /// The least severity that is a failure; violations below it are printed and pass.
  private let least: Severity
  /// Whether undecided and vacuous rules are failures, too.
  private let isStrict: Bool
  /// Packs the suite of a session into few bytes while it waits.
  private let suites = PackedSuites()

  /// Makes a writer.
  public init(least: Severity, isStrict: Bool = false) {
    self.least = least
    self.isStrict = isStrict
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] { pack }

  package func session(_ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write) {
    write(suites.text(report))
    write(Array(Self.endOfSuite.utf8))
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
  package func bytes(_ audited: AuditedSession) -> [UInt8] {
    suites.text(pack(audited)) + Array(Self.endOfSuite.utf8)
  }

  @Sendable
  private func pack(_ audited: AuditedSession) -> [UInt8] {
    let reading = audited.reading
    let judged = zip(audited.rules, audited.results)
    let failures = judged.count {
      $1.verdict == .violated ? $0.severity >= least : failsStrictly($1.verdict)
    }
    let skipped = judged.count {
      $1.verdict != .violated && $1.verdict != .holds && !failsStrictly($1.verdict)
    }
    var text = TextBytes()
    Self.begin(
      "\(reading.path) \(reading.id)", cases: audited.rules.count, failures: failures,
      skipped: skipped, reading.damage, &text)
    return suites.pack(text, audited) { rule, text in
      write(audited.rules[rule], audited.results[rule], reading, &text)
    }
  }

  /// The suite of the damage that belongs to no session; empty where there is none.
  public func text(_ summary: JournalSummary) -> String {
    if summary.damage.isEmpty { return "" }
    var text = TextBytes()
    Self.begin(summary.path, cases: 0, failures: 0, skipped: 0, summary.damage, &text)
    text.add(Self.endOfSuite)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The suite of an input that could not be read: an audit of nothing must not pass.
  public static func text(_ error: InputError) -> String {
    var text = TextBytes()
    beginSuite(error.path, tests: 1, failures: 0, errors: 1, skipped: 0, &text)
    write(integrity: [error.sentence], &text)
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
    write(integrity: sentences, &text)
  }

  private static func beginSuite(
    _ name: String, tests: Int, failures: Int, errors: Int, skipped: Int, _ text: inout TextBytes
  ) {
    text.add("  <testsuite name=\"")
    text.add(xml: name)
    text.add("\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" ")
    text.add("skipped=\"\(skipped)\">\n")
  }

  /// The case for the integrity of the bytes, with an error where they are damaged.
  private static func write(integrity sentences: some Collection<String>, _ text: inout TextBytes) {
    text.add("    <testcase classname=\"Integrity\" name=\"bytes\"")
    guard let first = sentences.first else { return text.add("/>\n") }
    text.add(">\n      <error message=\"")
    text.add(xml: first)
    text.add("\">")
    text.add(xmlLines: sentences)
    text.add("</error>\n    </testcase>\n")
  }

  private func write(
    _ rule: Rule, _ result: RuleResult, _ reading: SessionReading, _ text: inout TextBytes
  ) {
    text.add("    <testcase classname=\"")
    text.add(xml: rule.group.rawValue)
    text.add("\" name=\"\(rule.id)\"")
    if result.verdict == .holds { return text.add("/>\n") }
    text.add(">\n      ")
    if result.verdict == .violated {
      write(result, of: rule, reading, &text)
    } else {
      text.add(openCase(rule, result))
    }
    text.add("\n    </testcase>\n")
  }

  private func openCase(_ rule: Rule, _ result: RuleResult) -> String {
    let word = result.verdict.rawValue
    guard failsStrictly(result.verdict) else {
      let reason = result.isPolicyUnset ? ": \(rule.unsetPolicy)" : ""
      return "<skipped message=\"\(word)\(reason)\"/>"
    }
    let why = result.undecided.first.map { ": \($0.why.rawValue) at seq \($0.seq)" } ?? ""
    return "<failure type=\"\(word)\" message=\"\(word)\(why)\"/>"
  }

  private func write(
    _ result: RuleResult, of rule: Rule, _ reading: SessionReading, _ text: inout TextBytes
  ) {
    let more = UnlistedFindings.sentence(result)
    let sentences = result.violations.lazy.map { violation in
      let index = violation.certainAt
      return "line \(reading.trace.events[index].line)"
        + "\(AuditText.name(ofOther: reading.path(ofEvent: index))): \(violation.because)"
    }
    if rule.severity < least {
      text.add("<system-out>")
      text.add(xmlLines: sentences)
      if let more { text.add("\n\(more)") }
      return text.add("</system-out>")
    }
    text.add("<failure type=\"\(rule.severity.rawValue)\" message=\"")
    text.add(xml: sentences.first ?? "")
    text.add("\">")
    text.add(xmlLines: sentences)
    if let more { text.add("\n\(more)") }
    text.add("</failure>")
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
