internal import JournalEncoding
internal import JournalFormat
internal import Platform
internal import AdSession
internal import JSONLines

/// The clock of a session's spans: the wall clock of the first record plus the monotonic time since
/// then.
///
/// Changes of the phone's clock therefore never change the duration of a span.
struct OTLPClock {
  private let start: Int64

  init(_ trace: Trace) {
    let first = trace.events.first ?? Event()
    start = first.wall.subtractingReportingOverflow(first.t).partialValue
  }

  /// Nanoseconds since 1970, from 0 to the last whole millisecond in 64 bits, in the year 2262.
  func nanoseconds(_ t: Int64) -> String {
    let (sum, isTooLarge) = start.addingReportingOverflow(t)
    let milliseconds = isTooLarge ? Int64.max : sum
    return String(max(0, min(milliseconds, .max / 1_000_000)) * 1_000_000)
  }
}

/// Writes the spans of one session.
struct OTLPWriter {
  var json = JSONWriter(reserving: 1 << 14)
  private let clock: OTLPClock

  init(clock: OTLPClock) { self.clock = clock }

  /// Begins the line.
  mutating func begin(attributes: [OTLPAttribute]) {
    json.beginObject()
    json.key("resourceSpans")
    json.beginArray()
    json.beginObject()
    json.object("resource") { Self.write(attributes, to: &$0) }
    json.key("scopeSpans")
    json.beginArray()
    json.beginObject()
    json.object("scope") { $0.field("name", "adjournal") }
    json.key("spans")
    json.beginArray()
  }

  /// Ends the line.
  mutating func end() {
    for _ in 0..<2 {
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
  }

  /// Writes a span with its records and violations as events.
  mutating func write(_ span: OTLPSpan, of trace: Trace, violations: [OTLPViolation]) {
    json.beginObject()
    json.field("traceId", id(span.session, 32))
    json.field("spanId", id("\(span.session)/\(span.key)", 16))
    if let parent = span.parent { json.field("parentSpanId", id("\(span.session)/\(parent)", 16)) }
    json.field("name", span.name)
    json.field("kind", 1)
    json.field("startTimeUnixNano", clock.nanoseconds(trace.events[span.begin].t))
    json.field("endTimeUnixNano", clock.nanoseconds(trace.events[span.end].t))
    Self.write(span.attributes, to: &json)
    json.key("events")
    json.beginArray()
    for index in span.events { writeEvent(trace, index) }
    for violation in violations {
      writeEvent("violation", trace.events[violation.index], violation.attributes)
    }
    json.endArray()
    if let error = span.error {
      json.object("status") { json in
        json.field("message", error)
        json.field("code", 2)
      }
    }
    json.endObject()
  }

  private mutating func writeEvent(_ trace: Trace, _ index: Int) {
    let event = trace.events[index]
    var attributes: [OTLPAttribute] = []
    EventFields(index, of: trace).forEach { name, value in
      attributes.append(OTLPAttribute("adjournal.\(name.name)", value))
    }
    writeEvent(event.kind == .unknown ? "unknown kind" : event.kind.name, event, attributes)
  }

  private mutating func writeEvent(
    _ name: String, _ event: Event, _ attributes: [OTLPAttribute]
  ) {
    json.beginObject()
    json.field("timeUnixNano", clock.nanoseconds(event.t))
    json.field("name", name)
    let seq = OTLPAttribute("adjournal.seq", .integer(event.seq))
    Self.write([seq] + attributes, to: &json)
    json.endObject()
  }

  private static func write(_ attributes: [OTLPAttribute], to json: inout JSONWriter) {
    json.array("attributes") { json in
      for attribute in attributes {
        json.object { json in
          json.field("key", attribute.key)
          json.object("value") { write(attribute.value, to: &$0) }
        }
      }
    }
  }

  private static func write(_ value: FieldValue, to json: inout JSONWriter) {
    switch value {
    case .string(let text): json.field("stringValue", text)
    case .integer(let number): json.field("intValue", String(number))
    case .boolean(let truth): json.field("boolValue", truth)
    case .number(let number):
      json.key("doubleValue")
      json.decimal(number)
    case .strings, .policy, .json: json.field("stringValue", text(value))
    }
  }

  /// A list or an object as JSON text.
  private static func text(_ value: FieldValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The first hexadecimal digits of the hash of a name.
  private func id(_ name: String, _ digits: Int) -> String {
    String(SHA256.hex(of: name).prefix(digits))
  }
}
