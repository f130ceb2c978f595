public import AdAudit
public import AdReplay
internal import AdRules
internal import AdSession

/// The new and the retracted findings in repeated audits of journals that are still being written.
///
/// Each audit reads the whole journals, so that the verdicts are those of `audit`. Each finding is
/// reported once.
public struct AuditNews {
  /// The findings that were reported, each by its heading and its identity.
  private var reported: Set<String> = []
  /// The findings of this audit.
  private var current: Set<String> = []
  /// The heading of the last reported finding.
  private var heading = ""
  /// The number of sessions of this audit, and of those without an end yet.
  public private(set) var sessions = (all: 0, open: 0)

  /// Makes a state without reported findings.
  public init() {}

  /// Begins another audit.
  public mutating func begin() {
    current = []
    sessions = (0, 0)
  }

  /// Takes the findings of a session or of a journal (``AuditText``) and returns the text of the
  /// new ones.
  public mutating func take(_ report: [UInt8]) -> String {
    let parts = report.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count > 2 else { return "" }
    let title = parts[1]
    if parts[0] != Subject.file.rawValue { sessions.all += 1 }
    if parts[0] == Subject.openSession.rawValue { sessions.open += 1 }
    var text = ""
    for index in stride(from: 2, to: parts.count - 1, by: 2) {
      let finding = "\(title): \(parts[index])"
      current.insert(finding)
      if !reported.insert(finding).inserted { continue }
      if heading != title { text += (heading.isEmpty ? "" : "\n") + title + "\n" }
      heading = title
      text += parts[index + 1]
    }
    return text
  }

  /// Ends an audit; returns the retracted findings: reported before and no longer found, for
  /// example because a late record explains them.
  public mutating func end() -> [String] {
    let retracted = reported.subtracting(current).sorted()
    reported = current
    return retracted
  }

  /// The subject of findings.
  fileprivate enum Subject: String {
    case openSession, endedSession, file
  }
}

extension AuditText {
  /// The findings of one session for ``AuditNews``.
  public func news(_ audited: AuditedSession) -> [UInt8] {
    let reading = audited.reading
    let heading =
      style.bold(Self.name(ofFile: reading.path)) + "  session \(TerminalEscaping.text(reading.id))"
    var findings = news(reading.damage)
    var times: [String: Int] = [:]
    for group in Group.of(audited) {
      for found in [group.first] + group.others {
        // Later records can change the witness, but not the record that made the violation certain.
        let seq = reading.trace.events[found.violation(in: audited).certainAt].seq
        let identity = "\(audited.rules[found.rule].id) at seq \(seq)"
        times[identity, default: 0] += 1
        let number = times[identity].map { $0 > 1 ? ", number \($0)" : "" } ?? ""
        var text = TextBytes()
        write(found, audited, indent: "  ", to: &text)
        findings += [identity + number, String(decoding: text.bytes, as: UTF8.self)]
      }
    }
    for unlisted in unlistedLines(audited) {
      findings += ["\(unlisted.rule.id) and more", unlisted.line + "\n"]
    }
    return news(reading.trace.end == .clean ? .endedSession : .openSession, heading, findings)
  }

  /// The findings of a journal that belong to no session, for ``AuditNews``.
  public func news(_ summary: JournalSummary) -> [UInt8] {
    news(.file, style.bold(Self.name(ofFile: summary.path)), news(summary.damage))
  }

  /// The subject, a heading, then the identity and the text of each finding, each followed by NUL.
  private func news(
    _ subject: AuditNews.Subject, _ heading: String, _ findings: [String]
  ) -> [UInt8] {
    ([subject.rawValue, heading] + findings).flatMap { Array($0.utf8) + [0] }
  }

  /// A torn last line may still be being written; it is no damage yet.
  private func news(_ damage: [Damage]) -> [String] {
    damage.filter { $0.code != .tornTail }.flatMap {
      ["\($0.code.rawValue) \($0.isRange ? "and more" : "line \($0.line)")", line($0) + "\n"]
    }
  }
}
