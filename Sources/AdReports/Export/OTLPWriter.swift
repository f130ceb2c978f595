internal import JournalFormat
internal import Platform
internal import AdSession
internal import JSONLines

/// The wall clock of a session's spans: that of its first record, going on with the session's own clock.
///
/// So no span ends before it begins, and none is longer than it was, whatever was done to the phone's
/// clock meanwhile.
struct OTLPClock {
  private let start: Int64

  init(_ trace: Trace) {
    let first = trace.events.first ?? Event()
    start = first.wall.subtractingReportingOverflow(first.t).partialValue
  }

  /// Nanoseconds since 1970; before that 0, after 2262 the last millisecond that 64 bits hold.
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
    json.key("resource")
    json.beginObject()
    put(attributes)
    json.endObject()
    json.key("scopeSpans")
    json.beginArray()
    json.beginObject()
    json.key("scope")
    json.beginObject()
    put("name", "adjournal")
    json.endObject()
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

  /// Writes a span with its records, and with violations behind the records at which they became certain.
  mutating func write(_ span: OTLPSpan, of trace: Trace, violations: [OTLPViolation]) {
    json.beginObject()
    put("traceId", id(span.session, 32))
    put("spanId", id("\(span.session)/\(span.key)", 16))
    if let parent = span.parent { put("parentSpanId", id("\(span.session)/\(parent)", 16)) }
    put("name", span.name)
    json.key("kind")
    json.integer(1)
    put("startTimeUnixNano", clock.nanoseconds(trace.events[span.begin].t))
    put("endTimeUnixNano", clock.nanoseconds(trace.events[span.end].t))
    put(span.attributes)
    json.key("events")
    json.beginArray()
    for index in span.events { writeEvent(trace, index) }
    for violation in violations {
      writeEvent("violation", trace.events[violation.index], violation.attributes)
    }
    json.endArray()
    if let error = span.error { writeStatus(error) }
    json.endObject()
  }

  private mutating func writeStatus(_ error: String) {
    json.key("status")
    json.beginObject()
    put("message", error)
    json.key("code")
    json.integer(2)
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
    put("timeUnixNano", clock.nanoseconds(event.t))
    put("name", name)
    put([OTLPAttribute("adjournal.seq", .integer(event.seq))] + attributes)
    json.endObject()
  }

  private mutating func put(_ attributes: [OTLPAttribute]) {
    json.key("attributes")
    json.beginArray()
    for attribute in attributes {
      json.beginObject()
      put("key", attribute.key)
      json.key("value")
      put(attribute.value)
      json.endObject()
    }
    json.endArray()
  }

  private mutating func put(_ value: FieldValue) {
    json.beginObject()
    switch value {
    case .string(let text): put("stringValue", text)
    case .integer(let number): put("intValue", String(number))
    case .boolean(let truth):
      json.key("boolValue")
      json.boolean(truth)
    case .number(let number):
      json.key("doubleValue")
      json.decimal(number)
    case .strings, .policy, .json: put("stringValue", text(value))
    }
    json.endObject()
  }

  /// A list or an object as the text of its JSON.
  private func text(_ value: FieldValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func put(_ key: StaticString, _ text: String) {
    json.key(key)
    json.string(text)
  }

  /// So many hexadecimal digits that a name always has.
  private func id(_ name: String, _ digits: Int) -> String {
    String(SHA256.hex(of: name).prefix(digits))
  }
}
