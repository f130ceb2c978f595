public import AdAudit
internal import AdReplay
internal import JournalFormat
internal import AdRules
internal import AdSession
internal import JSONLines

/// Sessions as OpenTelemetry traces (OTLP/JSON), one `TracesData` object a line, as collectors read
/// them from files and by HTTP.
///
/// A session is one resource and one trace: a span for the session, in it one for each ad from its
/// request to its end, in that one for each presentation. Each record is an event of one span. Ids are
/// made of the session's name, so that the same journal gives the same traces.
public enum OTLPTraces {
  /// The line of a session; empty for a session of damaged lines only.
  public static func line(of audited: AuditedSession) -> [UInt8] {
    let trace = audited.reading.trace
    if trace.events.isEmpty { return [] }
    var writer = OTLPWriter(clock: OTLPClock(trace))
    writer.begin(attributes: resource(audited.reading))
    for (place, span) in OTLPSpan.all(of: audited).enumerated() {
      writer.write(span, of: trace, violations: place == 0 ? violations(of: audited) : [])
    }
    writer.end()
    return writer.json.bytes
  }

  /// What the resource is; what the header does not say is left out.
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
            OTLPAttribute("adjournal.severity", .string(rule.severity.rawValue)),
            OTLPAttribute("adjournal.because", .string(violation.because)),
          ])
      }
    }
  }
}

/// A violation, where it became certain.
struct OTLPViolation {
  let index: Int
  let attributes: [OTLPAttribute]
}

/// A key and a value.
struct OTLPAttribute {
  let key: String
  let value: FieldValue

  init(_ key: String, _ value: FieldValue) {
    self.key = key
    self.value = value
  }
}
