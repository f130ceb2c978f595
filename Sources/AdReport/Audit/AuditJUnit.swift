public import AdJournal
public import AdRules
internal import AdSession

/// The audit as JUnit XML: a suite a session, a case a rule, as build servers read it.
public struct AuditJUnit: Sendable {
  /// The least severity that is a failure; less is said, and passes.
  private let least: Severity
  /// Whether undecided and vacuous rules are failures, too.
  private let isStrict: Bool

  /// Makes a writer.
  public init(least: Severity, isStrict: Bool = false) {
    self.least = least
    self.isStrict = isStrict
  }

  /// What comes before the first suite.
  public static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"

  /// What comes after the last suite.
  public static let end = "</testsuites>\n"

  /// The suite of one session.
  public func text(_ audited: AuditedSession) -> String {
    let reading = audited.reading
    let judged = zip(audited.rules, audited.results)
    let failures = judged.count {
      $1.verdict == .violated ? $0.severity >= least : failsStrictly($1.verdict)
    }
    let skipped = judged.count {
      $1.verdict != .violated && $1.verdict != .holds && !failsStrictly($1.verdict)
    }
    return suite(
      "\(reading.path) \(reading.id)", failures: failures, skipped: skipped, reading.damage,
      judged.map { text($0, $1, reading) })
  }

  /// The suite of the damage that belongs to no session; empty where there is none.
  public func text(_ summary: JournalSummary) -> String {
    if summary.damage.isEmpty { return "" }
    return suite(summary.path, failures: 0, skipped: 0, summary.damage, [])
  }

  /// The suite of an input that could not be read: a run that judged nothing must not pass.
  public static func text(_ error: InputError) -> String {
    let sentence = escaped(error.sentence)
    return "  <testsuite name=\"\(escaped(error.path))\" tests=\"1\" failures=\"0\" errors=\"1\" "
      + "skipped=\"0\">\n    <testcase classname=\"Integrity\" name=\"bytes\">\n"
      + "      <error message=\"\(sentence)\">\(sentence)</error>\n    </testcase>\n  </testsuite>\n"
  }

  private func failsStrictly(_ verdict: Verdict) -> Bool {
    isStrict && (verdict == .inconclusive || verdict == .vacuous)
  }

  private func suite(
    _ name: String, failures: Int, skipped: Int, _ damage: [Damage], _ cases: [String]
  ) -> String {
    let errors = damage.isEmpty ? 0 : 1
    return "  <testsuite name=\"\(Self.escaped(name))\" tests=\"\(cases.count + 1)\" "
      + "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
      + Self.integrity(damage) + cases.joined() + "  </testsuite>\n"
  }

  private static func integrity(_ damage: [Damage]) -> String {
    let sentences = damage.map {
      "line \($0.line)\(AuditText.name(ofOther: $0.path)), \($0.code.rawValue): \($0.because)"
    }
    let start = "    <testcase classname=\"Integrity\" name=\"bytes\""
    guard let first = sentences.first else { return start + "/>\n" }
    return start + ">\n      <error message=\"\(escaped(first))\">"
      + escaped(sentences.joined(separator: "\n")) + "</error>\n    </testcase>\n"
  }

  private func text(_ rule: Rule, _ result: RuleResult, _ reading: SessionReading) -> String {
    let start =
      "    <testcase classname=\"\(Self.escaped(rule.group.rawValue))\" name=\"\(rule.id)\""
    guard let content = content(rule, result, reading) else { return start + "/>\n" }
    return "\(start)>\n      \(content)\n    </testcase>\n"
  }

  private func content(_ rule: Rule, _ result: RuleResult, _ reading: SessionReading) -> String? {
    switch result.verdict {
    case .holds: return nil
    case .vacuous, .inconclusive:
      let word = result.verdict.rawValue
      guard isStrict else { return "<skipped message=\"\(word)\"/>" }
      let why = result.undecided.first.map { ": \($0.why.rawValue) at seq \($0.seq)" } ?? ""
      return "<failure type=\"\(word)\" message=\"\(word)\(why)\"/>"
    case .notCaptured:
      return "<skipped message=\"\(result.verdict.rawValue)\"/>"
    case .violated:
      let sentences = result.violations.map { violation in
        let place = violation.certainAt
        return "line \(reading.trace.events[place].line)"
          + "\(AuditText.name(ofOther: reading.path(ofEvent: place))): \(violation.because)"
      }
      let text = Self.escaped(sentences.joined(separator: "\n"))
      if rule.severity < least { return "<system-out>\(text)</system-out>" }
      let first = Self.escaped(sentences.first ?? "")
      return "<failure type=\"\(rule.severity.rawValue)\" message=\"\(first)\">\(text)</failure>"
    }
  }

  /// Text for XML; line feeds stay, other control characters become escapes.
  private static func escaped(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { Harmless.text(String($0)) }.joined(separator: "\n").map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
