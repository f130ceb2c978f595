package import AdAudit
internal import AdReplay
internal import AdRules
package import AdSession
package import JSONLines
internal import JournalEncoding
internal import JournalFormat

/// One session as the page shows it: the members of its JSON objects.
///
/// Times are milliseconds since the start of the session; local times are in its own zone. It keeps
/// the records that the last filter chose, so use it on one thread at a time.
package final class PageSession {
  /// A violation in the order of the page.
  struct Listed {
    let rule: Int
    let index: Int
    let violation: Violation
    let cause: Consequences.Cause?
  }

  /// The session with its results.
  package let audited: AuditedSession
  let overrides: [PolicySetting]
  let times: SessionTimes
  /// The violations in the order in which they became certain.
  let violations: [Listed]
  /// The numbers, from 1, of the violations that name a record, by its index.
  let named: [Int: [Int]]
  /// The query whose records are kept, and their indexes.
  var chosen: (query: RecordQuery, indices: [Int])?

  var trace: Trace { audited.reading.trace }

  /// Prepares a session; `overrides` are thresholds that win over those in the journal.
  package init(_ audited: AuditedSession, overrides: [PolicySetting]) {
    self.audited = audited
    self.overrides = overrides
    times = SessionTimes(audited.reading.trace)
    let consequences = Consequences(of: audited)
    violations = audited.results.indicesOfFindings.flatMap { rule in
      audited.results[rule].violations.enumerated().map { index, violation in
        Listed(
          rule: rule, index: index, violation: violation,
          cause: consequences.cause(rule: rule, violation: index))
      }
    }.sorted { ($0.violation.certainAt, $0.rule) < ($1.violation.certainAt, $1.rule) }
    var named: [Int: [Int]] = [:]
    for (number, listed) in violations.enumerated() {
      for index in Set(listed.violation.witness + [listed.violation.certainAt]).sorted() {
        named[index, default: []].append(number + 1)
      }
    }
    self.named = named
  }

  // MARK: The session

  /// Writes the members of the answer about the session.
  package func write(to writer: inout JSONWriter) {
    writer.field("session", audited.reading.id)
    writer.field("file", AuditText.name(ofFile: audited.reading.path))
    writer.array("facts") { writer in
      for (name, text) in facts { writer.strings([name, text]) }
    }
    writer.field("count", trace.events.count)
    writer.field("hasTimes", trace.hasTimes)
    var last: Int64 = 0
    writer.array("t") { writer in
      for event in trace.events {
        last = max(last, event.timeOfPicture)
        writer.integer(last)
      }
    }
    writer.array("seq") { writer in
      for event in trace.events { writer.integer(event.seq) }
    }
    SessionLanes(trace, overrides: overrides).write(to: &writer)
    writer.array("gaps") { writer in
      for gap in trace.gaps {
        writer.object {
          $0.field("i", gap.position)
          $0.field("text", Timeline.text(gap))
        }
      }
    }
    writer.array("violations") { writer in
      for number in violations.indices { writeViolation(number, to: &writer) }
    }
    writeVerdicts(to: &writer)
    writer.array("unshown") { writer in
      for line in UnshownSlots(trace).lines { writer.string(line) }
    }
    writer.array("damage") { writer in
      for line in AuditText(style: .plain).lines(audited.reading.damage) { writer.string(line) }
    }
  }

  /// The facts about the app, the system and the times of the session.
  private var facts: [(String, String)] {
    var facts: [(String, String)] = []
    if let header = trace.header {
      let build = header.build.text.map { ", \($0) build" } ?? ""
      facts.append(("app", "\(header.app) \(header.appVersion)\(build)"))
      facts.append(("system", "\(header.os) \(header.osVersion)"))
      if !header.device.isEmpty { facts.append(("device", header.device)) }
      facts.append(("SDK", "\(header.sdk) \(header.sdkVersion)"))
      if !header.install.isEmpty { facts.append(("install", header.install)) }
    } else {
      facts.append(("header", "lost: the first record is not that of the session's beginning"))
    }
    if !trace.hasTimes {
      facts.append(("times", "none: t is the number of the line in a log"))
    } else if let last = trace.events.indices.last {
      facts.append(("began", times.dayAndClock(0)))
      let length = trace.events[last].t &- trace.events[0].t
      facts.append(("lasted", ReadableDuration.text(max(0, length))))
    }
    facts.append(("end", Timeline(audited, style: .plain).end))
    return facts.map { ($0, TerminalEscaping.text($1)) }
  }

  private func writeViolation(_ number: Int, to writer: inout JSONWriter) {
    let (listed, rule) = (violations[number], audited.rules[violations[number].rule])
    let violation = listed.violation
    writer.object { writer in
      writer.field("n", number + 1)
      writer.field("rule", rule.id)
      writer.field("severity", rule.severity(of: violation).rawValue)
      writer.field("because", TerminalEscaping.text(violation.because))
      writer.field("i", violation.certainAt)
      writer.field("seq", trace.events[violation.certainAt].seq)
      writer.array("witness") { for index in violation.witness { $0.integer(Int64(index)) } }
      writer.key("missing")
      if let missing = violation.missing {
        writer.object {
          $0.field("event", missing.kind.name)
          $0.field("from", missing.fromT)
          $0.field("to", missing.toT)
        }
      } else {
        writer.null()
      }
      writer.optional("follows", listed.cause.map { "\($0.rule) at seq \($0.seq)" })
      let variant = ProblemVariant(violation, of: rule, in: trace)
      writer.optional("problem", listed.cause == nil ? variant.problem.id : nil)
    }
  }

  /// The maximum number of undecided activations of a rule that are written.
  private static let mostUndecided = 5

  private func writeVerdicts(to writer: inout JSONWriter) {
    writer.array("verdicts") { writer in
      for (rule, result) in zip(audited.rules, audited.results) {
        writer.object { writer in
          writer.field("rule", rule.id)
          writer.field("verdict", result.verdict.rawValue)
          writer.field("activations", result.activations)
          writer.field("sentence", rule.sentence)
          writer.array("undecided") { writer in
            for undecided in result.undecided.prefix(Self.mostUndecided) {
              writer.object {
                $0.field("seq", undecided.seq)
                $0.field("because", TerminalEscaping.text(ExplanationText.reason(undecided)))
              }
            }
          }
        }
      }
    }
  }

  // MARK: The state at a record

  /// Writes the members of the answer about the state after a record, and what the record changed.
  ///
  /// O(records up to it). `line` is the line of the record in its file; nil where it is not known.
  package func writeState(after index: Int, line: [UInt8]?, _ writer: inout JSONWriter) {
    let text = StateText(
      trace, after: index, rules: audited.rules, overrides: overrides, style: .plain)
    writer.field("title", text.title)
    write(text.rows(), to: &writer)
    var (before, after): ([UInt8], [UInt8]) = (Array("{}".utf8), [])
    TraceReplay(trace).fold(upTo: index) { current, session in
      if current == index - 1 { before = StateJSON.bytes(session, trace, after: current) }
      if current == index { after = StateJSON.bytes(session, trace, after: current) }
    }
    writer.array("changed") { writer in
      for change in index == 0 ? [] : StateDiff.changes(before, after) {
        if Self.isOfEveryRecord(change.path) { continue }
        writer.object {
          $0.field("path", TerminalEscaping.text(change.path))
          $0.optional("from", change.before.map(TerminalEscaping.text))
          $0.optional("to", change.after.map(TerminalEscaping.text))
        }
      }
    }
    let own = line ?? record(index)
    writer.field("record", String(decoding: TerminalEscaping.json(own), as: UTF8.self))
    writer.field("line", trace.events[index].line)
    let path = audited.reading.path(ofEvent: index) ?? audited.reading.path
    writer.field("file", AuditText.name(ofFile: path))
  }

  /// Whether a part of the state changes with every record: its location, and ages.
  private static func isOfEveryRecord(_ path: String) -> Bool {
    path == "seq" || path == "t" || path == "wall" || path == "event" || path.hasSuffix("_age_ms")
  }

  /// Writes the member `rows` about the deadlines that are open after a record.
  ///
  /// Judges the session up to the record.
  package func writeDue(after index: Int, to writer: inout JSONWriter) {
    write(
      StateText(trace, after: index, rules: audited.rules, overrides: overrides, style: .plain)
        .obligations, to: &writer)
  }

  private func write(_ rows: [StateText.Row], to writer: inout JSONWriter) {
    writer.array("rows") { writer in
      for (name, text) in rows { writer.strings([name, text]) }
    }
  }

  /// The record as a line of a journal, without its free texts.
  private func record(_ index: Int) -> [UInt8] {
    var encoder = RecordEncoder()
    let line = encoder.line(
      trace.events[index], of: trace.id, trace.symbols, header: trace.header,
      policy: trace.policyChanges[index] ?? [])
    return line ?? Array("{}".utf8)
  }
}

extension JSONWriter {
  /// Writes an array of strings.
  package mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }
}
