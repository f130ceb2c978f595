public import AdAudit
internal import AdReplay
internal import JournalFormat
internal import AdRules
internal import AdSession
internal import JSONLines

/// Converts sessions to OpenTelemetry traces: one `TracesData` object (OTLP/JSON) per line.
///
/// A session is one resource and one trace. Its root span contains one span for each ad, from its
/// request to its end, which contains one span for each presentation. Each record is an event of
/// one span. Ids are hashes of the session's name, so the same journal always produces the same
/// traces.
public enum OTLPTraces {
  /// The line of a session; empty for a session without valid records.
  public static func line(of audited: AuditedSession) -> [UInt8] {
    let trace = audited.reading.trace
    if trace.events.isEmpty { return [] }
    var writer = OTLPWriter(clock: OTLPClock(trace))
    writer.begin(attributes: resource(audited.reading))
    for (number, span) in OTLPSpan.all(of: audited).enumerated() {
      writer.write(span, of: trace, violations: number == 0 ? violations(of: audited) : [])
    }
    writer.end()
    return writer.json.bytes
  }

  /// The attributes of the resource; values that the header does not contain are left out.
  private static func resource(_ reading: SessionReading) -> [OTLPAttribute] {
    let session = [OTLPAttribute("session.id", .string(reading.id))]
    guard let header = reading.trace.header else { return session }
    let texts = [
      ("service.name", header.app), ("service.version", header.appVersion),
      ("deployment.environment.name", header.build.text ?? ""), ("os.name", header.os),
      ("os.version", header.osVersion), ("app.installation.id", header.install),
      ("adjournal.device", header.device), ("adjournal.sdk", header.sdk),
      ("adjournal.sdk_version", header.sdkVersion),
    ]
    return texts.filter { !$1.isEmpty }.map { OTLPAttribute($0, .string($1)) } + session
  }

  private static func violations(of audited: AuditedSession) -> [OTLPViolation] {
    zip(audited.rules, audited.results).flatMap { rule, result in
      result.violations.map { violation in
        OTLPViolation(
          index: violation.certainAt,
          attributes: [
            OTLPAttribute("adjournal.rule", .string(rule.id)),
            OTLPAttribute(
              "adjournal.severity", .string(rule.severity(of: violation).rawValue)),
            OTLPAttribute("adjournal.because", .string(violation.because)),
          ])
      }
    }
  }
}

/// A violation as an event of a span.
struct OTLPViolation {
  /// The index of the event at which it became certain.
  let index: Int
  let attributes: [OTLPAttribute]
}

/// An attribute of a resource, span or event.
struct OTLPAttribute {
  let key: String
  let value: FieldValue

  init(_ key: String, _ value: FieldValue) {
    self.key = key
    self.value = value
  }
}
