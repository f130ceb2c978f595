public import AdAudit
public import AdReplay
internal import AdRules
internal import AdSession

/// What is new in the audit of journals that are still being written.
///
/// The journals are audited again and again, whole each time, so that the verdicts are those of
/// `audit`; each finding is told once.
public struct AuditNews {
  /// The findings that were told, each by its place and what it is known by there.
  private var told: Set<String> = []
  /// Those of this audit.
  private var current: Set<String> = []
  /// Under which session the last finding was told.
  private var heading = ""
  /// Sessions of this audit, and how many of them have no end yet.
  public private(set) var sessions = (all: 0, open: 0)

  /// Makes one that was told nothing.
  public init() {}

  /// Begins another audit.
  public mutating func begin() {
    current = []
    sessions = (0, 0)
  }

  /// Takes the news of a session or of a journal (``AuditText``) and returns
  /// what is to be said of it.
  public mutating func take(_ report: [UInt8]) -> String {
    let parts = report.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count > 2 else { return "" }
    let place = parts[1]
    if parts[0] != Place.file.rawValue { sessions.all += 1 }
    if parts[0] == Place.openSession.rawValue { sessions.open += 1 }
    var text = ""
    for index in stride(from: 2, to: parts.count - 1, by: 2) {
      let finding = "\(place): \(parts[index])"
      current.insert(finding)
      if !told.insert(finding).inserted { continue }
      if heading != place { text += (heading.isEmpty ? "" : "\n") + place + "\n" }
      heading = place
      text += parts[index + 1]
    }
    return text
  }

  /// Ends an audit; returns what was told before and is not found any more, as where a late record
  /// explains it.
  public mutating func end() -> [String] {
    let gone = told.subtracting(current).sorted()
    told = current
    return gone
  }

  /// What findings are of.
  fileprivate enum Place: String {
    case openSession, endedSession, file
  }
}

extension AuditText {
  /// The findings of one session for ``AuditNews``.
  public func news(_ audited: AuditedSession) -> [UInt8] {
    let reading = audited.reading
    let heading =
      paint.bold(Self.name(ofFile: reading.path)) + "  session \(Harmless.text(reading.id))"
    var findings = news(reading.damage)
    var times: [String: Int] = [:]
    for group in Group.of(audited, least: least) {
      for found in [group.first] + group.others {
        // The witness can become another one by what is written later; where it is certain does not.
        let seq = reading.trace.events[found.violation(in: audited).certainAt].seq
        let known = "\(audited.rules[found.rule].id) at seq \(seq)"
        times[known, default: 0] += 1
        let number = times[known].map { $0 > 1 ? ", number \($0)" : "" } ?? ""
        var text = TextBytes()
        write(found, audited, indent: "  ", to: &text)
        findings += [known + number, String(decoding: text.bytes, as: UTF8.self)]
      }
    }
    return news(reading.trace.end == .clean ? .endedSession : .openSession, heading, findings)
  }

  /// The findings of a journal that belong to no session, for ``AuditNews``.
  public func news(_ summary: JournalSummary) -> [UInt8] {
    news(.file, paint.bold(Self.name(ofFile: summary.path)), news(summary.damage))
  }

  /// What it is of, a heading, then of each finding what it is known by and what is told of it; NUL
  /// behind each of them.
  private func news(
    _ place: AuditNews.Place, _ heading: String, _ findings: [String]
  ) -> [UInt8] {
    ([place.rawValue, heading] + findings).flatMap { Array($0.utf8) + [0] }
  }

  /// The last line may be half written yet: that is no damage.
  private func news(_ damage: [Damage]) -> [String] {
    damage.filter { $0.code != .tornTail }.flatMap {
      ["\($0.code.rawValue) line \($0.line)", line($0) + "\n"]
    }
  }
}
