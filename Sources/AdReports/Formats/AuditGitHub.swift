public import AdAudit
public import AdReplay
internal import AdRules
internal import AdSession

/// The audit as workflow commands, which GitHub shows as annotations at the lines of the journals.
public struct AuditGitHub: AuditFormat {
  /// The problems in the baseline, whose violations are left out; nil without one.
  private var accepted: AcceptedProblems?

  /// Makes a writer.
  public init() {}

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) { accepted = settings.acceptedProblems }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    let accepted = accepted
    return { Self.bytes($0, accepted: accepted) }
  }

  package func journal(_ summary: JournalSummary, _ write: Write) {
    write(Array(Self.text(summary).utf8))
  }

  package func failure(_ error: InputError, _ write: Write) {
    write(Array(Self.text(error).utf8))
  }

  /// One line for each finding of damage and each violation; empty for a session without any.
  public static func text(_ audited: AuditedSession) -> String {
    String(decoding: bytes(audited), as: UTF8.self)
  }

  /// The same lines, as bytes; without the violations of accepted problems.
  @Sendable
  package static func bytes(
    _ audited: AuditedSession, accepted: AcceptedProblems? = nil
  ) -> [UInt8] {
    let reading = audited.reading
    var text = TextBytes()
    for damage in reading.damage { write(damage, in: reading.path, &text) }
    let consequences = Consequences(of: audited)
    for index in audited.results.indicesOfFindings {
      let (rule, result) = (audited.rules[index], audited.results[index])
      var isAccepted = true
      for (number, violation) in result.violations.enumerated() {
        if let accepted,
          accepted.contains(consequences.variant(rule: index, violation: number, in: audited))
        {
          continue
        }
        isAccepted = false
        let event = reading.trace.events[violation.certainAt]
        let path = reading.path(ofEvent: violation.certainAt) ?? reading.path
        let message = consequences.message(violation, rule: index, violation: number)
        write(
          rule.severity(of: violation), path, Int(event.line), rule.id, [message] + rule.guidance,
          &text)
      }
      if !isAccepted, let sentence = UnlistedFindings.sentence(result) {
        write(rule.severity(of: result), reading.path, nil, rule.id, [sentence], &text)
      }
    }
    return text.bytes
  }

  /// The damage of a journal that belongs to no session.
  public static func text(_ summary: JournalSummary) -> String {
    var text = TextBytes()
    for damage in summary.damage { write(damage, in: summary.path, &text) }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// An input that could not be read: an audit of nothing must not look like an audit without
  /// findings.
  public static func text(_ error: InputError) -> String {
    var text = TextBytes()
    write(.error, error.path, nil, "not read", [error.sentence], &text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func write(_ damage: Damage, in path: String, _ text: inout TextBytes) {
    write(
      .error, damage.path ?? path, damage.line, "damage \(damage.code.rawValue)",
      [damage.because], &text)
  }

  /// Writes one command; GitHub shows the lines of the message below each other.
  private static func write(
    _ severity: Severity, _ path: String, _ line: Int?, _ title: String, _ message: [String],
    _ text: inout TextBytes
  ) {
    text.add("::\(severity == .info ? "notice" : severity.rawValue) file=")
    text.add(command: path, isProperty: true)
    text.add(line.map { ",line=\($0)" } ?? "")
    text.add(",title=")
    text.add(command: title, isProperty: true)
    text.add("::")
    for (number, line) in message.enumerated() {
      if number > 0 { text.add("%0A") }
      text.add(command: line, isProperty: false)
    }
    text.add("\n")
  }
}

extension TextBytes {
  /// Adds text with control characters escaped and the characters that delimit a command encoded.
  fileprivate mutating func add(command text: String, isProperty: Bool) {
    add(TerminalEscaping.text(text)) {
      switch $0 {
      case UInt8(ascii: "%"): "%25"
      case UInt8(ascii: ":") where isProperty: "%3A"
      case UInt8(ascii: ",") where isProperty: "%2C"
      default: nil
      }
    }
  }
}
