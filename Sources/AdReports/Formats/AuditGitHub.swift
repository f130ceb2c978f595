package import AdAudit
package import AdReplay
public import AdRules
internal import AdSession

/// The audit as workflow commands, which GitHub shows as annotations at the lines of the journals.
///
/// GitHub shows ten annotations of a kind (error, warning, notice) and drops the others. So there
/// are at most ten of each kind, errors first: the first violation of each rule, then the second of
/// each. They are written at the end.
public struct AuditGitHub: AuditFormat {
  /// The number of annotations of a kind that GitHub shows.
  private static let most = 10

  private var table: ViolatedRules
  private var damage = FirstAnnotations()
  private var unread = FirstAnnotations()

  /// Makes a writer for an audit by these rules.
  public init(rules: [Rule]) { table = ViolatedRules(rules: rules) }

  /// Makes a writer with these settings; violations that the baseline accepts are left out.
  package init(_ settings: AuditFormatSettings) {
    table = ViolatedRules(rules: settings.rules, accepted: settings.acceptedProblems)
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    let table = table
    return { audited in
      let isDamaged = !audited.reading.damage.isEmpty
      return table.report(isDamaged ? Array(audited.reading.path.utf8) : [], of: audited)
    }
  }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) { add(damage, of: String(decoding: table.take(report), as: UTF8.self)) }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {
    add(summary.damage, of: summary.path)
  }

  /// An audit of nothing must not look like an audit without findings.
  package mutating func failure(_ error: InputError, _ write: Write) {
    unread.add(Annotation(error.path, nil, "not read", [error.sentence]))
  }

  private mutating func add(_ damage: [Damage], of path: String) {
    for finding in damage {
      self.damage.add(
        Annotation(
          finding.path ?? path, finding.line, "damage \(finding.code.rawValue)", [finding.because]),
        finding.count)
    }
  }

  package func end(_ tally: Tally, _ write: Write) {
    let rows = table.sorted.filter { $0.open.sessions > 0 }
    let all = rows.map(Self.annotations)
    var text = TextBytes()
    var left = rows.reduce(damage.count + unread.count) { $0 + $1.open.violations }
    for severity in Severity.allCases.reversed() {
      let ofRules = zip(rows, all).filter { $0.0.open.severity == severity }.map { $0.1 }
      let ofInput = severity == .error ? [unread.annotations, damage.annotations] : []
      let shown = Self.inTurn(ofInput + ofRules).prefix(Self.most)
      for annotation in shown { annotation.write(severity, &text) }
      left -= shown.count
    }
    if left > 0 {
      text.add(
        line: "\(AuditText.count(left, "more finding")) without an annotation (GitHub shows "
          + "\(Self.most) of each kind); 'adjournal audit --top 0' lists them.")
    }
    write(text.bytes)
  }

  /// The annotations of a rule, one for each of the first sessions.
  private static func annotations(_ row: ViolatedRules.Row) -> [Annotation] {
    row.open.examples.map {
      Annotation($0.path, $0.line, row.rule.id, [$0.message] + row.rule.guidance)
    }
  }

  /// The first of each list, then the second of each, and so on.
  private static func inTurn(_ lists: [[Annotation]]) -> [Annotation] {
    (0..<(lists.map { $0.count }.max() ?? 0)).flatMap { index in
      lists.compactMap { index < $0.count ? $0[index] : nil }
    }
  }
}

/// The first of many annotations, and the number of findings for all of them.
private struct FirstAnnotations {
  private(set) var annotations: [Annotation] = []
  private(set) var count = 0

  mutating func add(_ annotation: Annotation, _ number: Int = 1) {
    if annotations.count < ViolatedRules.mostExamples { annotations.append(annotation) }
    count += number
  }
}

/// A message at a line of a file.
private struct Annotation {
  private let path: String
  private let line: Int?
  private let title: String
  private let message: [String]

  init(_ path: String, _ line: Int?, _ title: String, _ message: [String]) {
    self.path = path
    self.line = line
    self.title = title
    self.message = message.map(ViolatedRules.shortened)
  }

  /// Writes the command; GitHub shows the lines of the message below each other.
  func write(_ severity: Severity, _ text: inout TextBytes) {
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
