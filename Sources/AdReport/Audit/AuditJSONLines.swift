internal import AdJournal
internal import AdRules
internal import AdSession
public import JSONLines

/// The audit as JSON lines: one object a session, made to be piped.
public enum AuditJSONLines {
  /// The line of one session, its line feed included.
  public static func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    let reading = audited.reading
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
    for (rule, result) in zip(audited.rules, audited.results) {
      writer.key(rule.id)
      writer.beginObject()
      writer.key("verdict")
      writer.string(result.verdict.rawValue)
      writer.key("activations")
      writer.integer(Int64(result.activations))
      writer.key("violations")
      AuditJSON.write(result.violations, of: rule, in: reading.trace, to: &writer)
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
  }
}
