package import AdAudit
internal import AdExplaining
internal import AdReplay
internal import AdRules
internal import AdSession
package import JSONLines

/// One session as JSON of the schema `adjournal.show/1`: what a ``Timeline`` shows.
///
/// Each chosen record has the violations that name it, as indices into the list of violations,
/// which has those that name a chosen record. Gaps and damage are listed whatever is chosen.
package struct TimelineJSON {
  /// The name of the schema; it changes with every incompatible change.
  package static let schema = "adjournal.show/1"

  /// The session.
  package let audited: AuditedSession
  /// The indices of the chosen records, rising.
  package let records: [Int]
  /// The violations that name a chosen record, in the order of an audit's text.
  private let violations: [OrderedViolation]
  /// The indices in ``violations`` of those that became certain at a record, by its index.
  private var certain: [Int: [Int]] = [:]
  /// The same of those whose witness has the record.
  private var witnessed: [Int: [Int]] = [:]
  private let hiddenViolations: Int

  /// Chooses the records of a session.
  ///
  /// O(records + violations).
  package init(_ audited: AuditedSession, showing selection: TimelineSelection) {
    self.audited = audited
    let trace = audited.reading.trace
    let all = OrderedViolation.all(of: audited)
    let names = all.map { violation in
      let found = audited.results[violation.rule].violations[violation.index]
      return (certainAt: found.certainAt, witness: found.witness.map { $0 })
    }
    let named = Set(names.flatMap { [$0.certainAt] + $0.witness })
    let isMatch = selection.filter(trace, isNamed: named.contains)
    records = (selection.window ?? trace.events.indices).filter(isMatch)
    let chosen = Set(records)
    var listed: [OrderedViolation] = []
    for (violation, name) in zip(all, names) {
      guard chosen.contains(name.certainAt) || name.witness.contains(where: chosen.contains)
      else { continue }
      certain[name.certainAt, default: []].append(listed.count)
      for index in name.witness { witnessed[index, default: []].append(listed.count) }
      listed.append(violation)
    }
    violations = listed
    hiddenViolations = all.count - listed.count
  }

  /// Writes the object of the session.
  ///
  /// - Parameters:
  ///   - state: The state to add, as JSON; nil leaves it out.
  ///   - record: Returns the line of the record with an index, as it is in its journal.
  package func write(
    to writer: inout JSONWriter, state: [UInt8]? = nil, record: (Int) throws -> [UInt8]
  ) rethrows {
    writer.beginObject()
    writeSession(to: &writer)
    writer.key("timeline")
    writer.beginArray()
    let times = SessionTimes(audited.reading.trace)
    for index in records { write(index, times, try record(index), to: &writer) }
    writer.endArray()
    writer.key("violations")
    writer.beginArray()
    let consequences = Consequences(of: audited)
    for violation in violations { write(violation, consequences, to: &writer) }
    writer.endArray()
    writer.object("not_shown") {
      $0.field("records", audited.reading.recordCount - records.count)
      $0.field("violations", hiddenViolations)
    }
    if let state {
      writer.key("state")
      writer.raw(state)
    }
    writer.endObject()
  }

  private func writeSession(to writer: inout JSONWriter) {
    let reading = audited.reading
    writer.field("path", reading.path)
    writer.field("session", reading.id)
    writer.field("app", reading.trace.header?.app)
    HeaderFacts(reading.trace).write(to: &writer)
    if let zone = reading.trace.header?.timezone, !zone.isEmpty { writer.field("timezone", zone) }
    writer.field("records", reading.recordCount)
    writer.field("first_wall", reading.firstWall.map { WallClock.text($0) })
    writer.field("last_wall", reading.lastWall.map { WallClock.text($0) })
    writer.field("end", reading.trace.end.rawValue)
    writer.array("gaps") { writer in
      for gap in reading.trace.gaps { writer.object { write(gap, to: &$0) } }
    }
    writer.key("damage")
    AuditJSON.write(reading.damage, to: &writer)
  }

  /// Writes a gap: the record behind it and the number of lost records, each null if unknown.
  private func write(_ gap: Gap, to writer: inout JSONWriter) {
    let events = audited.reading.trace.events
    writer.key("before_seq")
    if gap.position < events.count {
      writer.integer(events[gap.position].seq)
    } else {
      writer.null()
    }
    writer.key("lost")
    if let lost = gap.dropped { writer.integer(lost) } else { writer.null() }
  }

  private func write(
    _ index: Int, _ times: SessionTimes, _ record: [UInt8], to writer: inout JSONWriter
  ) {
    let event = audited.reading.trace.events[index]
    writer.object { writer in
      writer.field("seq", event.seq)
      writer.field("line", event.line)
      writer.field("path", audited.reading.path(ofEvent: index))
      writer.field("t", event.t)
      writer.field("wall", WallClock.text(event.wall))
      writer.optional("local", times.stamp(index))
      writer.optional("event", event.kind == .unknown ? Self.kind(of: record) : event.kind.name)
      writer.array("certain") { Self.write(certain[index] ?? [], to: &$0) }
      writer.array("witness_of") { Self.write(witnessed[index] ?? [], to: &$0) }
      writer.key("record")
      ByteView.with(record) { writer.raw(JSONValue(objectOfLine: $0.raw).bytes) }
    }
  }

  private static func write(_ numbers: [Int], to writer: inout JSONWriter) {
    for number in numbers { writer.integer(Int64(number)) }
  }

  /// The `event` of a line, which the vocabulary need not have.
  private static func kind(of line: [UInt8]) -> String? {
    var kind: String?
    ByteView.with(line) { line in
      JSONValue(objectOfLine: line.raw).forEachMember { member in
        if member.name == "event" { kind = member.value.string }
      }
    }
    return kind
  }

  private func write(
    _ ordered: OrderedViolation, _ consequences: Consequences, to writer: inout JSONWriter
  ) {
    let result = audited.results[ordered.rule]
    AuditJSON.write(
      result.violations[ordered.index], of: audited.rules[ordered.rule], in: audited.reading,
      consequences.cause(rule: ordered.rule, violation: ordered.index),
      unlisted: result.unlistedViolations(like: ordered.index), namesRule: true, to: &writer)
  }
}
