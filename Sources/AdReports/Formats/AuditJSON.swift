public import AdAudit
public import AdReplay
public import AdRules
package import AdSession
public import JSONLines

/// The audit as JSON of the schema `adjournal.audit/1`.
///
/// A journal's object begins with its damage, which is known only at its end: the sessions wait in
/// a ``Spool`` until then.
public struct AuditJSON: AuditFormat {
  package static let kind = OutputKind.json

  /// The name of the schema.
  public static let schema = "adjournal.audit/1"

  /// Packs the object of a session into few bytes while it waits.
  package let reports: PackedReports
  private let spool: Spool
  /// The sessions of the current journal, by their offsets in the spool.
  private var sessions: [UInt64] = []
  private var damage: [Damage] = []
  private var notes: [Note] = []
  /// The inputs that could not be read.
  private var unread: [InputError] = []
  /// Whether a journal was written: a comma separates the next one from it.
  private var hasJournals = false

  /// Makes a writer for an audit by these rules.
  public init(rules: [Rule]) { self.init(rules: rules, loss: DiskLoss()) }

  /// The explanations; nil leaves them out.
  ///
  /// With explanations, the object of a session is not packed.
  private let explained: ExplainedSessions?

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    self.init(
      rules: settings.rules, only: settings.only, loss: settings.loss,
      explanationPolicy: settings.explanationPolicy)
  }

  /// Makes a writer for an audit by these rules; `loss` records lost reports.
  ///
  /// With `only`, rules with other verdicts are left out of the sessions. The summary counts them.
  package init(
    rules: [Rule], only: Set<Verdict>? = nil, loss: DiskLoss,
    explanationPolicy: [PolicySetting]? = nil
  ) {
    explained = explanationPolicy.map(ExplainedSessions.init)
    spool = Spool(loss: loss)
    reports = PackedReports(
      rules, only: only, before: { "{\"rule\":\"\($0.id)\"," },
      after: ",\"violations\":[],\"undecided\":[]}",
      end: "]}",
      begin: Self.begin, write: Self.write)
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    explained.map { $0.object } ?? reports.pack
  }

  package func begin(_ write: Write) {
    write(Array("{\"schema\":\"\(Self.schema)\",\"journals\":[".utf8))
  }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) {
    sessions.append(spool.put(report))
    self.damage.add(contentsOf: damage)
    self.notes.add(contentsOf: notes)
  }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {
    if hasJournals { write([UInt8(ascii: ",")]) }
    write(beginning(of: summary))
    write(Array(",\"sessions\":[".utf8))
    var hasSessions = false
    for offset in sessions {
      let report = spool.take(offset)
      let session = explained == nil ? reports.text(report) : report
      if session.isEmpty { continue }
      if hasSessions { write([UInt8(ascii: ",")]) }
      write(session)
      hasSessions = true
    }
    write(Array("]}".utf8))
    hasJournals = true
    sessions.removeAll()
    damage.removeAll()
    notes.removeAll()
  }

  /// The journal's object without its sessions and its closing brace.
  private func beginning(of summary: JournalSummary) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("path", summary.path)
    writer.field("bytes", summary.bytes)
    writer.field("records", summary.records)
    writer.key("damage")
    Self.write(Self.joined(damage, summary.damage), to: &writer)
    writer.key("notes")
    Self.write(Self.joined(notes, summary.notes), to: &writer)
    return writer.bytes
  }

  /// The findings of a journal: those of its sessions and the others.
  private static func joined<Code>(
    _ sessions: [Finding<Code>], _ others: [Finding<Code>]
  ) -> [Finding<Code>] {
    var all = sessions
    all.add(contentsOf: others)
    return all.inOrderOfLines()
  }

  package mutating func failure(_ error: InputError, _ write: Write) { unread.append(error) }

  package func end(_ tally: Tally, _ write: Write) {
    var writer = JSONWriter()
    Self.write(tally, to: &writer)
    write(Array("],\"summary\":".utf8) + writer.bytes + unreadInputs + Array("}\n".utf8))
  }

  /// The member `unread`; empty if all inputs were read.
  private var unreadInputs: [UInt8] {
    if unread.isEmpty { return [] }
    var writer = JSONWriter()
    writer.beginArray()
    for error in unread {
      writer.object {
        $0.field("path", error.path)
        $0.field("because", error.sentence)
      }
    }
    writer.endArray()
    return Array(",\"unread\":".utf8) + writer.bytes
  }

  /// Writes the session's object within `journals[].sessions`; its rules must be those of the
  /// writer.
  public func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    writer.bytes += reports.text(reports.pack(audited))
  }

  /// The beginning of the object, up to the results.
  @Sendable
  static func begin(_ audited: AuditedSession, to writer: inout JSONWriter) {
    let reading = audited.reading
    writer.beginObject()
    writer.field("session", reading.id)
    writer.field("records", reading.recordCount)
    writer.field("first_wall", reading.firstWall.map { WallClock.text($0) })
    writer.field("last_wall", reading.lastWall.map { WallClock.text($0) })
    writer.field("end", reading.trace.end.rawValue)
    writer.field("gaps", reading.trace.gaps.count)
    writer.key("rules")
    writer.beginArray()
  }

  @Sendable
  private static func write(
    _ index: Int, of audited: AuditedSession, _ consequences: Consequences,
    to writer: inout JSONWriter
  ) {
    let result = audited.results[index]
    writer.beginObject()
    writer.field("rule", audited.rules[index].id)
    writer.field("verdict", result.verdict.rawValue)
    writer.field("activations", result.activations)
    writer.key("violations")
    writeViolations(of: index, audited, consequences, to: &writer)
    writer.key("undecided")
    writer.beginArray()
    for undecided in result.undecided { write(undecided, to: &writer) }
    writer.endArray()
    writeUnlisted(result, to: &writer)
    writer.endObject()
  }

  /// Writes the violations of the rule with this index as an array.
  static func writeViolations(
    of index: Int, _ audited: AuditedSession, _ consequences: Consequences,
    to writer: inout JSONWriter
  ) {
    let (rule, result) = (audited.rules[index], audited.results[index])
    writer.beginArray()
    for (number, violation) in result.violations.enumerated() {
      let cause = consequences.cause(rule: index, violation: number)
      write(
        violation, of: rule, in: audited.reading, cause,
        unlisted: result.unlistedViolations(like: number), to: &writer)
    }
    writer.endArray()
  }

  static func write(
    _ violation: Violation, of rule: Rule, in reading: SessionReading,
    _ cause: Consequences.Cause?, unlisted: Int, explanation: [UInt8]? = nil,
    namesRule: Bool = false, to writer: inout JSONWriter
  ) {
    let trace = reading.trace
    let event = trace.events[violation.certainAt]
    writer.beginObject()
    if namesRule { writer.field("rule", rule.id) }
    writer.field("seq", event.seq)
    writer.field("line", event.line)
    writer.field("path", reading.path(ofEvent: violation.certainAt))
    writer.field("t", event.t)
    writer.field("wall", WallClock.text(event.wall))
    writer.field("severity", rule.severity(of: violation).rawValue)
    writer.field("because", violation.because)
    writer.key("witness")
    writer.beginArray()
    for index in violation.witness { writer.integer(trace.events[index].seq) }
    writer.endArray()
    writeDetails(violation, in: trace, to: &writer)
    if let cause {
      writer.object("follows") { write(cause, to: &$0) }
    } else {
      ProblemVariant(violation, of: rule, in: trace).write(to: &writer)
    }
    writer.field("unit", violation.unit(in: trace))
    AdSource(violation, in: trace).write(to: &writer)
    writeUnlisted(unlisted, "unlisted", to: &writer)
    ExplainedSessionJSON.write(explanation, to: &writer)
    writer.endObject()
  }

  /// Writes the members that name the cause of a violation.
  static func write(_ cause: Consequences.Cause, to writer: inout JSONWriter) {
    writer.field("rule", cause.rule)
    writer.field("seq", cause.seq)
  }

  /// Writes the numbers of violations and undecided activations that are not listed, unless all
  /// are.
  static func writeUnlisted(_ result: RuleResult, to writer: inout JSONWriter) {
    writeUnlisted(result.unlistedViolations, "unlisted_violations", to: &writer)
    writeUnlisted(result.unlistedUndecided, "unlisted_undecided", to: &writer)
  }

  /// Writes the number of findings that are not listed, unless all are.
  static func writeUnlisted(_ count: Int, _ name: StaticString, to writer: inout JSONWriter) {
    if count > 0 { writer.field(name, count) }
  }

  private static func writeDetails(
    _ violation: Violation, in trace: Trace, to writer: inout JSONWriter
  ) {
    if let missing = violation.missing {
      writer.object("missing") {
        $0.field("event", missing.kind.name)
        $0.field("from_t", missing.fromT)
        $0.field("to_t", missing.toT)
      }
    }
    if let late = violation.late {
      writer.field("late_ms", late.milliseconds)
      writer.field("answer", trace.events[late.answer].seq)
    }
    if !violation.policy.isEmpty {
      writer.object("policy") {
        for setting in violation.policy {
          $0.key(setting.key.name)
          $0.number(setting.value)
        }
      }
    }
    if let measured = violation.measured {
      writer.key("measured")
      writer.decimal(measured)
    }
  }

  static func write(
    _ undecided: Undecided, explanation: [UInt8]? = nil, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.field("seq", undecided.seq)
    writer.field("why", undecided.why.rawValue)
    if let remaining = undecided.remainingMs {
      writer.key("remaining_s")
      writer.decimal(Double(remaining) / 1000)
    }
    writer.field("because", undecided.because)
    ExplainedSessionJSON.write(explanation, to: &writer)
    writer.endObject()
  }

  /// Writes an array of findings, each with code, line, byte, session and message; a range also has
  /// the number of its findings and its last line.
  public static func write<Code>(_ findings: [Finding<Code>], to writer: inout JSONWriter) {
    writer.beginArray()
    for finding in findings {
      writer.object {
        $0.field("code", finding.code.rawValue)
        $0.field("line", finding.line)
        $0.field("byte", finding.byte)
        $0.field("session", finding.session)
        $0.field("path", finding.path)
        $0.field("because", finding.because)
        if let last = finding.lastLine {
          $0.field("count", finding.count)
          $0.field("last_line", last)
        }
      }
    }
    writer.endArray()
  }
}
