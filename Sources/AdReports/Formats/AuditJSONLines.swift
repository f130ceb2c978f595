public import AdAudit
internal import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as JSON lines: one object a session, made to be piped.
public struct AuditJSONLines: Sendable {
  /// The line of each session in few bytes, while it waits.
  package let reports: PackedReports

  /// A writer for sessions that are judged by these rules.
  public init(rules: [Rule]) {
    reports = PackedReports(
      rules, before: { "\"\($0.id)\":{" }, after: ",\"violations\":[]}", end: "}}\n",
      begin: Self.begin, write: Self.write)
  }

  /// The line of one session, its line feed included; its rules must be those of the writer.
  public func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    writer.bytes += reports.text(reports.pack(audited))
  }

  /// The beginning of the line, up to the results.
  @Sendable
  private static func begin(_ reading: SessionReading, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("path")
    writer.string(reading.path)
    writer.key("session")
    writer.string(reading.id)
    writer.key("records")
    writer.integer(Int64(reading.recordCount))
    writer.key("end")
    writer.string(reading.trace.end.rawValue)
    writer.key("gaps")
    writer.integer(Int64(reading.trace.gaps.count))
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
    writer.key("verdict")
    writer.string(result.verdict.rawValue)
    writer.key("activations")
    writer.integer(Int64(result.activations))
    writer.key("violations")
    AuditJSON.write(result.violations, of: rule, in: reading, to: &writer)
    writer.endObject()
  }
}
