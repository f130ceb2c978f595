import AdAudit
import AdReplay
import JournalInput
import AdReports
import AdRules
import AdSession
import Foundation
import TestReports
import Testing

struct AuditNewsTests {
  private let text = AuditText(style: TextStyle.plain)
  private let judge = Judge()

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: "\(Samples.root)/\(path)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The findings that are reported and retracted while a journal grows line by line.
  private func follow(_ lines: [String]) -> (reported: [String], retracted: [String], open: [Int]) {
    var news = AuditNews()
    var reported: [String] = []
    var retracted: [String] = []
    var open: [Int] = []
    for count in 0...lines.count {
      news.begin()
      for audited in audited(lines.prefix(count)) {
        reported += news.take(text.news(audited)).split(separator: "\n").map(String.init)
      }
      retracted += news.end()
      open.append(news.sessions.open)
    }
    return (reported, retracted, open)
  }

  private func audited(_ lines: ArraySlice<String>) -> [AuditedSession] {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    return Journal.read(bytes: bytes, path: "test.jsonl").map {
      AuditedSession($0, rules: judge.rules, results: judge.judge($0.trace))
    }
  }

  /// The locations at which violations became certain, sorted.
  private func locations(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      line.range(of: " after the start, seq ").map { String(line[..<$0.lowerBound]) }
    }
    .map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
  }

  @Test func `A growing journal reports the violations of the whole journal and retracts none`()
    throws
  {
    var violations = 0
    // Every third incident, or all with ADJOURNAL_ROUNDS, as in `.ci/run`.
    let incidents = try Samples.paths(in: "incidents").enumerated()
      .filter { Samples.rounds > 1 || $0.offset % 3 == 0 }.map(\.element)
    for path in try Samples.paths(in: "rules") + incidents where !path.hasSuffix("holds.jsonl") {
      let lines = try Self.lines(path)
      let (reported, retracted, _) = follow(lines)
      let sessions = audited(lines[...])
      // A reused ad name can retract violations that were certain before.
      if sessions.contains(where: { !$0.reading.trace.reusedNames.isEmpty }) { continue }
      let whole = sessions.flatMap { text.block($0).split(separator: "\n").map(String.init) }
      #expect(retracted.isEmpty, "\(path)")
      #expect(locations(reported) == locations(whole), "\(path)")
      violations += locations(whole).count
    }
    #expect(violations > 120)
  }

  @Test func `A finding is reported once, under its session, and a session is open until its end`()
    throws
  {
    let lines = try Self.lines(Samples.unlock)
    let (reported, _, open) = follow(lines)
    #expect(
      reported == [
        "test.jsonl  session daily-03c8be",
        "  error lock-is-not-background",
        "    app_open ad a-2 was presented after the phone was locked and unlocked",
        "    test.jsonl:29, 2026-10-28T23:43:15.007Z, 0:03:02.381 after the start, seq 24, 25, 27, 29",
      ])
    #expect(open == [0] + Array(repeating: 1, count: lines.count - 1) + [0])
  }

  @Test func `A finding that disappears is retracted, and reported again if it returns`() throws {
    let audited = try #require(Samples.audited(lines: try Self.lines(Samples.unlock)).first)
    var news = AuditNews()
    news.begin()
    let first = news.take(text.news(audited))
    #expect(first.contains("lock-is-not-background"))
    #expect(news.end().isEmpty)
    news.begin()
    #expect(
      news.end() == [
        "test.jsonl  session daily-03c8be: lock-is-not-background at seq 29"
      ])
    news.begin()
    #expect(news.take(text.news(audited)).contains("lock-is-not-background"))
  }

  @Test func `A torn last line is not reported as damage`() throws {
    let lines = try Self.lines("damaged/torn-tail.jsonl")
    let audited = try #require(Samples.audited("damaged/torn-tail.jsonl").first)
    #expect(!audited.reading.damage.isEmpty, "\(lines.count) lines")
    var news = AuditNews()
    news.begin()
    #expect(news.take(text.news(audited)).isEmpty)
    #expect(news.sessions == (1, 1))
  }
}
