import AdAudit
import Foundation
import AdRules
import JSONLines
import TestReports
import Testing

@testable import AdReports

/// Every format has the severity of the violation: of an error whose answer came late, a warning.
struct LateViolationTests {
  private static let path = "incidents/told-only-after-the-ad.jsonl"
  private static let because =
    "rewarded ad a-1 was presented but neither appeared nor failed in time "
    + "(limit 5 s, present_outcome_s): ad.will_present came 26.8 s late"

  private static func audited() throws -> AuditedSession {
    try #require(try Samples.audited(path).first)
  }

  @Test func `The counts and the text have a warning`() throws {
    let audited = try Self.audited()
    #expect(audited.tally.count(.warning) == 1 && audited.tally.count(.error) == 0)
    let text = AuditText(style: TextStyle.plain).block(audited)
    #expect(text.contains("\n  warning present-resolves\n    \(Self.because)\n"))
    #expect(text.contains(" after the start, seq 11, 12\n"))
  }

  @Test func `JSON has the severity, the delay in milliseconds and the answer`() throws {
    let rules = try Samples.object(Samples.json(Self.audited())).objects("rules")
    let violations = rules.flatMap { $0.objects("violations") }
    #expect(violations.map { $0.text("severity") } == ["warning"])
    #expect(violations.map { $0.number("late_ms") } == [26_800])
    #expect(violations.map { $0.number("answer") } == [12])
    #expect(violations.map { $0.text("because") } == [Self.because])
  }

  @Test func `A line that leaves the rule out counts late violations apart`() throws {
    var writer = JSONWriter()
    writer.beginObject()
    try VerdictVector(rules: RuleBook.all, only: [.holds]).write(Self.audited(), to: &writer)
    writer.endObject()
    let left = try Samples.object(writer.bytes).object("left_out").object("present-resolves")
    #expect(left.text("severity") == "error")
    #expect(left.number("violations") == 1 && left.number("late") == 1)
  }

  @Test func `SARIF, GitHub, the timeline and exports have a warning`() throws {
    let audited = try Self.audited()
    var writer = JSONWriter()
    AuditSARIF.write(audited, to: &writer)
    #expect(try Samples.object(writer.bytes).text("level") == "warning")
    let gitHub = Samples.document(AuditGitHub(rules: RuleBook.all), [audited])
    #expect(gitHub.hasPrefix("::warning file="))
    let lines = Timeline(audited, style: TextStyle.plain).lines
    #expect(
      lines.contains { $0.contains("✗ warning present-resolves: \(Self.because) (seq 11, 12)") })
    let trace = String(decoding: OTLPTraces.line(of: audited), as: UTF8.self)
    #expect(trace.contains(#""adjournal.severity","value":{"stringValue":"warning"}"#))
    #expect(!trace.contains(#"{"stringValue":"error"}"#))
    let events = String(decoding: PerfettoTrace.events(of: audited), as: UTF8.self)
    #expect(events.contains(#""cat":"warning""#) && !events.contains(#""cat":"error""#))
  }

  @Test func `JUnit fails a rule with late violations only if warnings fail`() throws {
    let audited = try Self.audited()
    let text = Samples.document(AuditJUnit(rules: RuleBook.all, least: .error), [audited])
    #expect(text.contains(#"failures="0""#) && !text.contains("<failure"))
    #expect(text.contains("<system-out>1 violation in 1 session\n\(Self.path):12: \(Self.because)"))
    let strict = Samples.document(AuditJUnit(rules: RuleBook.all, least: .warning), [audited])
    #expect(strict.contains(#"failures="1""#) && strict.contains(#"<failure type="warning""#))
  }
}
