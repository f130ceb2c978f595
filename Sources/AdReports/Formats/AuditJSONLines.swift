public import AdAudit
package import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as JSON lines, one object for each session, for pipes.
///
/// The numbers of a line are those of its session, so that the lines of any parts of an audit add
/// up: `journals` is 1 in the first line of a journal, `damaged` in its first line with damage.
///
/// A line has at most ``Limits/lineBytes``; see ``ShortLine``.
public struct AuditJSONLines: AuditFormat, Sendable {
  package static let kind = OutputKind.json

  /// Packs the line of a session into few bytes while it waits.
  package let reports: PackedReports
  private let short: ShortLine
  /// Whether the current journal has a line.
  private var hasLines = false
  /// Whether a line of the current journal has damage.
  private var hasDamage = false

  /// A writer for sessions that are judged by these rules.
  public init(rules: [Rule]) { self.init(rules: rules, only: nil) }

  /// A writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    self.init(
      rules: settings.rules, only: settings.only, version: settings.version,
      hasFigures: settings.hasFigures)
  }

  /// A writer for sessions that are judged by these rules.
  ///
  /// With `only`, rules with other verdicts are left out of the lines, and those without violations
  /// are reduced to a number; a ``VerdictVector`` counts them all. Empty lists and no gaps are left
  /// out, too. `version` is that of the tool. With `hasFigures`, each line has the facts and the ad
  /// figures of its session; otherwise only those of sessions with violations have the facts.
  package init(
    rules: [Rule], only: Set<Verdict>?, version: String? = nil, hasFigures: Bool = false
  ) {
    let vector = only.map { VerdictVector(rules: rules, only: $0) }
    let head = JSONLineHead(vector: vector, version: version, hasFigures: hasFigures)
    reports = PackedReports(
      rules, only: only?.subtracting(VerdictVector.countedVerdicts),
      before: { "\"\($0.id)\":{" }, after: ",\"violations\":[]}", end: "}",
      begin: { head.write($0, to: &$1) }, write: Self.write)
    short = ShortLine(reports, head, VerdictVector(rules: rules, only: []))
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] { short.pack }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) {
    let text = reports.text(report)
    if text.isEmpty { return }
    let isFirst = !hasLines
    let isFirstDamage = !damage.isEmpty && !hasDamage
    hasLines = true
    hasDamage = hasDamage || isFirstDamage
    write(text)
    write(Self.end(isFirst: isFirst, isFirstDamage: isFirstDamage))
  }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {
    hasLines = false
    hasDamage = false
  }

  /// The line of the only session of a journal, its line feed included; its rules must be those of
  /// the writer.
  public func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    writer.bytes += reports.text(short.pack(audited))
    writer.bytes += Self.end(isFirst: true, isFirstDamage: !audited.reading.damage.isEmpty)
  }

  private static let plainEnd = Array("}\n".utf8)

  /// The end of a line, after the results.
  private static func end(isFirst: Bool, isFirstDamage: Bool) -> [UInt8] {
    if !isFirst && !isFirstDamage { return plainEnd }
    let journal = isFirst ? ",\"journals\":1" : ""
    let damaged = isFirstDamage ? ",\"damaged\":1" : ""
    return Array("\(journal)\(damaged)}\n".utf8)
  }

  @Sendable
  private static func write(
    _ index: Int, of audited: AuditedSession, _ consequences: Consequences,
    to writer: inout JSONWriter
  ) {
    let result = audited.results[index]
    write(result, of: audited.rules[index], unlisted: result.unlistedViolations, to: &writer) {
      AuditJSON.writeViolations(of: index, audited, consequences, to: &$0)
    }
  }

  /// Writes the result of a rule; `writeViolations` writes their array.
  static func write(
    _ result: RuleResult, of rule: Rule, unlisted: Int, to writer: inout JSONWriter,
    _ writeViolations: (inout JSONWriter) -> Void
  ) {
    writer.key(rule.id)
    writer.beginObject()
    writer.field("verdict", result.verdict.rawValue)
    writer.field("activations", result.activations)
    writer.key("violations")
    writeViolations(&writer)
    AuditJSON.writeUnlisted(unlisted, "unlisted_violations", to: &writer)
    writer.endObject()
  }
}

/// The beginning of a line, up to the results.
struct JSONLineHead: Sendable {
  let vector: VerdictVector?
  let version: String?
  let hasFigures: Bool

  func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    let reading = audited.reading
    beginLine(reading, to: &writer)
    write(reading.damage, as: "damage", to: &writer)
    write(reading.notes, as: "notes", to: &writer)
    vector?.write(audited, to: &writer)
    writeNames(reading, to: &writer)
    if hasFigures || audited.isViolated { HeaderFacts(reading.trace).write(to: &writer) }
    if hasFigures { SessionFigures(reading.trace).write(to: &writer) }
    writer.key("rules")
    writer.beginObject()
  }

  /// Writes the members before the findings.
  func beginLine(_ reading: SessionReading, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("path", reading.path)
    writer.field("session", reading.id)
    writer.field("records", reading.recordCount)
    writer.field("end", reading.trace.end.rawValue)
    let gaps = reading.trace.gaps.count
    if vector == nil || gaps > 0 { writer.field("gaps", gaps) }
  }

  /// Writes the version of the tool, and the install.
  func writeNames(_ reading: SessionReading, to writer: inout JSONWriter) {
    writer.field("tool", version)
    if let install = InstallHash(reading.trace) { writer.field("install", install.text) }
  }

  /// Writes findings; nothing if there are none and the line is short.
  private func write<Code>(
    _ findings: [Finding<Code>], as name: StaticString, to writer: inout JSONWriter
  ) {
    if vector != nil && findings.isEmpty { return }
    writer.key(name)
    AuditJSON.write(findings, to: &writer)
  }
}
