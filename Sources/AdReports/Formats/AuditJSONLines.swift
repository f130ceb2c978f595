public import AdAudit
package import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as JSON lines, one object for each session, for pipes.
public struct AuditJSONLines: AuditFormat, Sendable {
  package static let isJSON = true

  /// Packs the line of a session into few bytes while it waits.
  package let reports: PackedReports

  /// A writer for sessions that are judged by these rules.
  public init(rules: [Rule]) {
    reports = PackedReports(
      rules, before: { "\"\($0.id)\":{" }, after: ",\"violations\":[]}", end: "}}\n",
      begin: Self.begin, write: Self.write)
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] { reports.pack }

  package func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) { write(reports.text(report)) }

  /// The line of one session, its line feed included; its rules must be those of the writer.
  public func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    writer.bytes += reports.text(reports.pack(audited))
  }

  /// The beginning of the line, up to the results.
  @Sendable
  private static func begin(_ reading: SessionReading, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("path", reading.path)
    writer.field("session", reading.id)
    writer.field("records", reading.recordCount)
    writer.field("end", reading.trace.end.rawValue)
    writer.field("gaps", reading.trace.gaps.count)
    writer.key("damage")
    AuditJSON.write(reading.damage, to: &writer)
    writer.key("rules")
    writer.beginObject()
  }

  @Sendable
  private static func write(
    _ result: RuleResult, of rule: Rule, in reading: SessionReading, to writer: inout JSONWriter
  ) {
    writer.key(rule.id)
    writer.beginObject()
    writer.field("verdict", result.verdict.rawValue)
    writer.field("activations", result.activations)
    writer.key("violations")
    AuditJSON.write(result.violations, of: rule, in: reading, to: &writer)
    AuditJSON.writeUnlisted(result.unlistedViolations, "unlisted_violations", to: &writer)
    writer.endObject()
  }
}
