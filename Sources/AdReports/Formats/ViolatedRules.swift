package import AdAudit
internal import AdReplay
package import AdRules
internal import AdSession
internal import Platform

/// The violated rules of an audit, each with its counts and its first violations.
///
/// A format packs each session while it renders it, on any thread, and adds the packed sessions in
/// their order: ``report(_:of:)`` and ``take(_:)``. Memory grows with the number of rules, not with
/// that of sessions.
package struct ViolatedRules {
  /// The number of violations of each rule that are kept.
  package static let mostExamples = 10
  /// The number of bytes of a message that is kept.
  private static let mostBytes = 1 << 10

  /// One violation.
  package struct Example: Equatable, Sendable {
    /// The file in which the violation became certain.
    package let path: String
    package let session: String
    /// The `seq` of the record at which it became certain, and its line in the file.
    package let seq: Int64
    package let line: Int
    /// What happened, and the violation that it follows from.
    package let message: String

    package init(path: String, session: String, seq: Int64, line: Int, message: String) {
      self.path = path
      self.session = session
      self.seq = seq
      self.line = line
      self.message = message
    }

    /// `PATH:LINE`; the path is escaped for terminals.
    package var location: String { "\(AuditText.name(ofFile: path)):\(line)" }
  }

  /// Some of the violations of a rule.
  package struct Part: Sendable {
    /// The highest severity of the violations.
    package fileprivate(set) var severity = Severity.info
    package fileprivate(set) var sessions = 0
    /// The installs of these sessions; a session without an install counts as one.
    package fileprivate(set) var installs = InstallSketch()
    /// The number of violations of each severity, in the order of `Severity.allCases`.
    private var counts = SIMD4<Int>()
    /// The first violations, at most one of each session.
    package fileprivate(set) var examples: [Example] = []

    /// The number of violations.
    package var violations: Int { counts.wrappedSum() }

    /// The number of violations of a severity.
    package func violations(of severity: Severity) -> Int {
      counts[Severity.allCases.firstIndex(of: severity) ?? 0]
    }

    fileprivate mutating func add(_ found: Found, _ install: UInt64) {
      for (index, severity) in Severity.allCases.enumerated() where found.counts[index] > 0 {
        self.severity = max(self.severity, severity)
      }
      sessions += 1
      installs.add(install)
      counts &+= found.counts
      if examples.count < ViolatedRules.mostExamples { examples.append(found.example) }
    }
  }

  /// A violated rule.
  package struct Row: Sendable {
    package let rule: Rule
    /// The index of the rule among those of the audit.
    package let index: Int
    /// The violations that the baseline does not accept; all of them without a baseline.
    package fileprivate(set) var open = Part()
    /// The violations that the baseline accepts.
    package fileprivate(set) var accepted = Part()
  }

  /// What a session adds to a part of a row.
  fileprivate struct Found {
    /// The number of violations of each severity.
    var counts = SIMD4<Int>()
    let example: Example
  }

  private let rules: [Rule]
  private let baseline: AcceptedProblems?
  private var rows: [Row?]

  /// Makes the table of an audit by these rules; `accepted` are the problems of the baseline.
  package init(rules: [Rule], accepted: AcceptedProblems? = nil) {
    self.rules = rules
    baseline = accepted
    rows = Array(repeating: nil, count: rules.count)
  }

  /// The violated rules, those with violations that are not accepted first: by severity, then by
  /// sessions and violations, then in the order of the catalogue.
  package var sorted: [Row] {
    rows.compactMap { $0 }.sorted { one, other in
      if (one.open.sessions > 0) != (other.open.sessions > 0) { return one.open.sessions > 0 }
      let (first, second) =
        one.open.sessions > 0 ? (one.open, other.open) : (one.accepted, other.accepted)
      if first.severity != second.severity { return first.severity > second.severity }
      return (second.sessions, second.violations, one.index)
        < (first.sessions, first.violations, other.index)
    }
  }
}

extension ViolatedRules {
  /// A rendered report with the violations of its session in front of it, which ``take(_:)``
  /// removes; on any thread.
  ///
  /// It is empty for a session without violations whose rendered report is empty.
  package func report(_ rendered: [UInt8], of audited: AuditedSession) -> [UInt8] {
    if rendered.isEmpty && !audited.isViolated { return [] }
    var report = ByteWriter()
    report.list(audited.isViolated ? pack(audited) : [])
    return report.bytes + rendered
  }

  private func pack(_ audited: AuditedSession) -> [UInt8] {
    let (reading, consequences) = (audited.reading, Consequences(of: audited))
    let install = InstallHash(reading.trace)?.value
    var packed = ByteWriter()
    packed.text(reading.id)
    packed.number(install ?? SessionHash.value(reading.path, reading.id) >> 16)
    for index in audited.results.indicesOfFindings {
      let parts = parts(index, audited, consequences)
      if parts.allSatisfy({ $0 == nil }) { continue }
      packed.number(index)
      for part in parts { packed.optional(part) { Self.append($1, to: &$0) } }
    }
    return packed.bytes
  }

  /// The violations of a rule that the baseline does not accept, and those that it accepts; nil
  /// where there are none.
  private func parts(
    _ index: Int, _ audited: AuditedSession, _ consequences: Consequences
  ) -> [Found?] {
    let (rule, result) = (audited.rules[index], audited.results[index])
    var parts: [Found?] = [nil, nil]
    for (number, violation) in result.violations.enumerated() {
      let isAccepted =
        baseline?.contains(consequences.variant(rule: index, violation: number, in: audited))
        ?? false
      let part = isAccepted ? 1 : 0
      var found = parts[part] ?? Found(example: example(index, number, audited, consequences))
      let severity = Severity.allCases.firstIndex(of: rule.severity(of: violation)) ?? 0
      found.counts[severity] &+= 1 + result.unlistedViolations(like: number)
      parts[part] = found
    }
    return parts
  }

  private func example(
    _ index: Int, _ number: Int, _ audited: AuditedSession, _ consequences: Consequences
  ) -> Example {
    let (reading, violation) = (audited.reading, audited.results[index].violations[number])
    let event = reading.trace.events[violation.certainAt]
    let message = consequences.message(violation, rule: index, violation: number)
    return Example(
      path: reading.path(ofEvent: violation.certainAt) ?? reading.path, session: reading.id,
      seq: event.seq, line: Int(event.line), message: Self.shortened(message))
  }

  /// A message, cut if it is very long: a name in a journal can have a million letters.
  static func shortened(_ message: String) -> String {
    message.utf8.count <= mostBytes
      ? message : String(decoding: message.utf8.prefix(mostBytes), as: UTF8.self) + "…"
  }

  private static func append(_ found: Found, to packed: inout ByteWriter) {
    for index in Severity.allCases.indices { packed.number(found.counts[index]) }
    packed.text(found.example.path)
    packed.number(found.example.seq)
    packed.number(found.example.line)
    packed.text(found.example.message)
  }

  /// Adds the session of a report and returns what was rendered.
  ///
  /// What the disk lost is not added; the audit reports that loss.
  package mutating func take(_ report: [UInt8]) -> [UInt8] {
    var report = ByteReader(report)
    guard let packed = report.list() else { return [] }
    add(Array(packed))
    return Array(report.rest)
  }

  private mutating func add(_ packed: [UInt8]) {
    var packed = ByteReader(packed)
    guard let session = packed.text(), let install = packed.number() else { return }
    while !packed.isAtEnd {
      guard let index = packed.count(), rows.indices.contains(index),
        let open = packed.optional({ Self.found(&$0, session) }),
        let accepted = packed.optional({ Self.found(&$0, session) })
      else { return }
      var row = rows[index] ?? Row(rule: rules[index], index: index)
      let hash = UInt64(bitPattern: install)
      if let open { row.open.add(open, hash) }
      if let accepted { row.accepted.add(accepted, hash) }
      rows[index] = row
    }
  }

  private static func found(_ packed: inout ByteReader, _ session: String) -> Found? {
    var counts = SIMD4<Int>()
    for index in Severity.allCases.indices {
      guard let count = packed.count() else { return nil }
      counts[index] = count
    }
    guard let path = packed.text(), let seq = packed.number(),
      let line = packed.count(), let message = packed.text()
    else { return nil }
    return Found(
      counts: counts,
      example: Example(path: path, session: session, seq: seq, line: line, message: message))
  }
}
