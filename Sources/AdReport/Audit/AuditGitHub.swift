public import AdJournal
internal import AdRules
internal import AdSession

/// The audit as workflow commands, which GitHub shows as annotations at the lines of the journals.
public enum AuditGitHub {
  /// A line a finding and a line a violation; empty for a session without any.
  public static func text(_ audited: AuditedSession) -> String {
    let reading = audited.reading
    var lines = reading.damage.map { line($0, in: reading.path) }
    for (rule, result) in zip(audited.rules, audited.results) where result.hasFindings {
      for violation in result.violations {
        let event = reading.trace.events[violation.certainAt]
        let path = reading.path(ofEvent: violation.certainAt) ?? reading.path
        lines.append(command(rule.severity, path, Int(event.line), rule.id, violation.because))
      }
    }
    return lines.joined()
  }

  /// The damage of a journal that belongs to no session.
  public static func text(_ summary: JournalSummary) -> String {
    summary.damage.map { line($0, in: summary.path) }.joined()
  }

  /// An input that could not be read: a run that judged nothing must not look like one that found
  /// nothing.
  public static func text(_ error: InputError) -> String {
    command(.error, error.path, nil, "not read", error.sentence)
  }

  private static func line(_ damage: Damage, in path: String) -> String {
    command(
      .error, damage.path ?? path, damage.line, "damage \(damage.code.rawValue)", damage.because)
  }

  private static func command(
    _ severity: Severity, _ path: String, _ line: Int?, _ title: String, _ message: String
  ) -> String {
    let word = severity == .info ? "notice" : severity.rawValue
    let place = line.map { ",line=\($0)" } ?? ""
    return "::\(word) file=\(escaped(path, isProperty: true))\(place),"
      + "title=\(escaped(title, isProperty: true))::\(escaped(message, isProperty: false))\n"
  }

  /// Control characters made harmless; what has a meaning in a command as a code.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    Harmless.text(text).map { character in
      switch character {
      case "%": "%25"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: String(character)
      }
    }.joined()
  }
}
