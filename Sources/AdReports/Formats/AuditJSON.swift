public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as JSON: the schema `adjournal.audit/1` of the command line's contract.
public struct AuditJSON: Sendable {
  /// The name of the schema.
  public static let schema = "adjournal.audit/1"

  /// The object of each session in few bytes, while it waits.
  package let reports: PackedReports

  /// A writer for sessions that are judged by these rules.
  public init(rules: [Rule]) {
    reports = PackedReports(
      rules, before: { "{\"rule\":\"\($0.id)\"," }, after: ",\"violations\":[],\"undecided\":[]}",
      end: "]}",
      begin: Self.begin, write: Self.write)
  }

  /// The session's object within `journals[].sessions`; its rules must be those of the writer.
  public func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    reports.text(reports.pack(audited)).withUnsafeBytes { writer.raw($0) }
  }

  /// The beginning of the object, up to the results.
  @Sendable
  private static func begin(_ reading: SessionReading, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("session")
    writer.string(reading.id)
    writer.key("records")
    writer.integer(Int64(reading.recordCount))
    write(wall: "first_wall", reading.firstWall, to: &writer)
    write(wall: "last_wall", reading.lastWall, to: &writer)
    writer.key("end")
    writer.string(reading.trace.end.rawValue)
    writer.key("gaps")
    writer.integer(Int64(reading.trace.gaps.count))
    writer.key("rules")
    writer.beginArray()
  }

  private static func write(wall key: StaticString, _ wall: Int64?, to writer: inout JSONWriter) {
    guard let wall else { return }
    writer.key(key)
    writer.string(WallClock.text(wall))
  }

  @Sendable
  private static func write(
    _ result: RuleResult, of rule: Rule, in reading: SessionReading, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("rule")
    writer.string(rule.id)
    writer.key("verdict")
    writer.string(result.verdict.rawValue)
    writer.key("activations")
    writer.integer(Int64(result.activations))
    writer.key("violations")
    write(result.violations, of: rule, in: reading, to: &writer)
    writer.key("undecided")
    writer.beginArray()
    for undecided in result.undecided { write(undecided, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  static func write(
    _ violations: [Violation], of rule: Rule, in reading: SessionReading,
    to writer: inout JSONWriter
  ) {
    writer.beginArray()
    for violation in violations { write(violation, of: rule, in: reading, to: &writer) }
    writer.endArray()
  }

  private static func write(
    _ violation: Violation, of rule: Rule, in reading: SessionReading, to writer: inout JSONWriter
  ) {
    let trace = reading.trace
    let event = trace.events[violation.certainAt]
    writer.beginObject()
    writer.key("seq")
    writer.integer(event.seq)
    writer.key("line")
    writer.integer(Int64(event.line))
    if let path = reading.path(ofEvent: violation.certainAt) {
      writer.key("path")
      writer.string(path)
    }
    writer.key("t")
    writer.integer(event.t)
    writer.key("wall")
    writer.string(WallClock.text(event.wall))
    writer.key("severity")
    writer.string(rule.severity.rawValue)
    writer.key("because")
    writer.string(violation.because)
    writer.key("witness")
    writer.beginArray()
    for index in violation.witness { writer.integer(trace.events[index].seq) }
    writer.endArray()
    writeDetails(violation, to: &writer)
    writer.endObject()
  }

  private static func writeDetails(_ violation: Violation, to writer: inout JSONWriter) {
    if let missing = violation.missing {
      writer.key("missing")
      writer.beginObject()
      writer.key("event")
      writer.string(missing.kind.name)
      writer.key("from_t")
      writer.integer(missing.fromT)
      writer.key("to_t")
      writer.integer(missing.toT)
      writer.endObject()
    }
    if !violation.policy.isEmpty {
      writer.key("policy")
      writer.beginObject()
      for setting in violation.policy {
        writer.key(setting.key.name)
        writer.number(setting.value)
      }
      writer.endObject()
    }
    if let measured = violation.measured {
      writer.key("measured")
      writer.decimal(measured)
    }
  }

  private static func write(_ undecided: Undecided, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("seq")
    writer.integer(undecided.seq)
    writer.key("why")
    writer.string(undecided.why.rawValue)
    if let remaining = undecided.remainingMs {
      writer.key("remaining_s")
      writer.decimal(Double(remaining) / 1000)
    }
    writer.endObject()
  }

  /// The array of findings, each with code, line, byte, session and the sentence.
  public static func write<Code>(_ findings: [Finding<Code>], to writer: inout JSONWriter) {
    writer.beginArray()
    for finding in findings {
      writer.beginObject()
      writer.key("code")
      writer.string(finding.code.rawValue)
      writer.key("line")
      writer.integer(Int64(finding.line))
      writer.key("byte")
      writer.integer(Int64(finding.byte))
      if let session = finding.session {
        writer.key("session")
        writer.string(session)
      }
      if let path = finding.path {
        writer.key("path")
        writer.string(path)
      }
      writer.key("because")
      writer.string(finding.because)
      writer.endObject()
    }
    writer.endArray()
  }
}

extension JSONWriter {
  /// A number, as an integer where it is whole.
  mutating func number(_ value: Double) {
    if value == value.rounded(), abs(value) < 9.0e15 {
      integer(Int64(value))
    } else {
      decimal(value)
    }
  }
}
