import AdAudit
import AdReports
import AdRules
import Foundation
import TestReports
import Testing

struct ViolatedRulesTests {
  private static func table(
    _ sessions: [AuditedSession], accepted: AcceptedProblems? = nil
  ) -> ViolatedRules {
    var table = ViolatedRules(rules: RuleBook.all, accepted: accepted)
    for session in sessions { _ = table.take(table.report([], of: session)) }
    return table
  }

  private static func incidents() throws -> [AuditedSession] {
    try Samples.paths(in: "incidents").flatMap(Samples.audited)
  }

  @Test func `A row has the counts of its rule and its first violation`() throws {
    let sessions = try Samples.audited(Samples.unlock)
    let rows = Self.table(sessions).sorted
    #expect(rows.map(\.rule.id) == ["lock-is-not-background"])
    let part = try #require(rows.first?.open)
    #expect(part.severity == .error && part.sessions == 1 && part.violations == 1)
    #expect(part.installs.installs == 1)
    #expect(
      part.examples == [
        ViolatedRules.Example(
          path: Samples.unlock, session: "daily-03c8be", seq: 29, line: 29,
          message: "app_open ad a-2 was presented after the phone was locked and unlocked")
      ])
    #expect(part.examples.first?.location == "\(Samples.unlock):29")
  }

  @Test func `The rows add up to the counts of the sessions, the most severe ones first`() throws {
    let sessions = try Self.incidents()
    let rows = Self.table(sessions).sorted
    for row in rows {
      let results = sessions.map { $0.results[row.index] }.filter { !$0.violations.isEmpty }
      #expect(row.open.sessions == results.count)
      #expect(row.open.violations == results.reduce(0) { $0 + $1.violationCount })
      #expect(row.open.examples.count == min(10, results.count))
      #expect(row.accepted.sessions == 0 && row.accepted.examples.isEmpty)
    }
    #expect(rows.count > 20)
    #expect(rows.reduce(0) { $0 + $1.open.violations } == sessions.reduce(0) { $0 + $1.violations })
    let severities = rows.map(\.open.severity)
    #expect(severities == severities.sorted(by: >))
  }

  @Test func `Sessions of one install count as one install, and ten are examples`() throws {
    let session = try #require(Samples.audited(Samples.unlock).first)
    let many = Self.table(Array(repeating: session, count: 25))
    let part = try #require(many.sorted.first?.open)
    #expect(part.sessions == 25 && part.violations == 25 && part.installs.installs == 1)
    #expect(part.examples.count == ViolatedRules.mostExamples)
  }

  @Test func `Accepted violations are apart, and their rules come last`() throws {
    var accepted = AcceptedProblems()
    accepted.add(rule: "lock-is-not-background")
    let sessions = try Self.incidents()
    let rows = Self.table(sessions, accepted: accepted).sorted
    let last = try #require(rows.last)
    #expect(last.rule.id == "lock-is-not-background")
    #expect(last.open.sessions == 0 && last.open.examples.isEmpty)
    #expect(last.accepted.sessions > 0 && last.accepted.examples.count > 0)
    #expect(rows.dropLast().allSatisfy { $0.open.sessions > 0 })
  }

  @Test func `A report is returned as it was rendered, also without violations`() throws {
    let violated = try #require(Samples.audited(Samples.unlock).first)
    let quiet = try #require(
      Samples.audited("sessions/banner-refreshed.jsonl").first { $0.violations == 0 })
    var table = Self.table([])
    for rendered in [[], Array("text".utf8)] {
      for session in [violated, quiet] {
        #expect(table.take(table.report(rendered, of: session)) == rendered)
      }
    }
    #expect(table.report([], of: quiet).isEmpty)
    #expect(table.take([]).isEmpty && table.take([200]).isEmpty)
    #expect(table.sorted.map(\.open.sessions) == [2])
  }

  @Test func `A long message is cut`() throws {
    let name = String(repeating: "x", count: 5000)
    let text = try String(contentsOfFile: "\(Samples.root)/\(Samples.unlock)", encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init).map { line in
      // Its seal and checksums do not fit any more.
      line.replacing("\"a-2\"", with: "\"\(name)\"").replacing(/,"crc":"[^"]*"/, with: "")
    }
    let row = try #require(Self.table(Samples.audited(lines: lines)).sorted.first)
    let message = try #require(row.open.examples.first?.message)
    #expect(message.utf8.count == 1024 + 3 && message.hasSuffix("x…"))
  }
}

extension AuditedSession {
  fileprivate var violations: Int {
    Severity.allCases.reduce(0) { $0 + tally.count($1) }
  }
}
