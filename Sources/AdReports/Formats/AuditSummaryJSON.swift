public import AdAudit
internal import AdRules
public import JSONLines

extension AuditJSON {
  /// The object `summary` of an audit.
  public static func write(_ tally: Tally, to writer: inout JSONWriter) {
    writer.beginObject()
    for (key, count) in [
      ("journals", tally.journals), ("sessions", tally.sessions), ("records", tally.records),
      ("damaged", tally.damaged),
    ] {
      writer.key(key)
      writer.integer(Int64(count))
    }
    writer.key("verdicts")
    writer.beginObject()
    for verdict in Verdict.inOrderOfContract {
      writer.key(verdict.rawValue)
      writer.integer(Int64(tally.count(verdict)))
    }
    writer.endObject()
    writer.key("violations")
    writer.beginObject()
    for severity in Severity.allCases.reversed() {
      writer.key(severity.rawValue)
      writer.integer(Int64(tally.count(severity)))
    }
    writer.endObject()
    writer.endObject()
  }
}
