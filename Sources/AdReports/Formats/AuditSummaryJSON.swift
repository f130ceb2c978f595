public import AdAudit
internal import AdRules
public import JSONLines

extension AuditJSON {
  /// Writes the number of sessions that count more than once, unless there are none.
  package static func writeRepeated(_ count: Int, to writer: inout JSONWriter) {
    if count > 0 { writer.field("repeated_sessions", count) }
  }

  /// Writes the object `summary` of an audit.
  public static func write(_ tally: Tally, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("journals", tally.journals)
      writer.field("sessions", tally.sessions)
      writeRepeated(tally.repeatedSessions, to: &writer)
      writer.field("records", tally.records)
      writer.field("damaged", tally.damaged)
      writer.field("damage", tally.damage)
      writer.object("verdicts") { writer in
        for verdict in Verdict.inOrderOfContract {
          writer.key(verdict.rawValue)
          writer.integer(Int64(tally.count(verdict)))
        }
      }
      writer.object("violations") { writer in
        for severity in Severity.allCases.reversed() {
          writer.key(severity.rawValue)
          writer.integer(Int64(tally.count(severity)))
        }
      }
    }
  }
}
