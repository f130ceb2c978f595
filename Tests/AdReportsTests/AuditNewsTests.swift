import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession
import Foundation
import Testing

struct AuditNewsTests {
  private let text = AuditText(paint: Paint(isOn: false))
  private let judge = Judge()

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: "\(Samples.root)/\(path)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// What is told while a journal grows line by line, and what is taken back.
  private func follow(_ lines: [String]) -> (told: [String], takenBack: [String], open: [Int]) {
    var news = AuditNews()
    var told: [String] = []
    var takenBack: [String] = []
    var open: [Int] = []
    for count in 0...lines.count {
      news.begin()
      for audited in audited(lines.prefix(count)) {
        told += news.take(text.news(audited)).split(separator: "\n").map(String.init)
      }
      takenBack += news.end()
      open.append(news.sessions.open)
    }
    return (told, takenBack, open)
  }

  private func audited(_ lines: ArraySlice<String>) -> [AuditedSession] {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    return Journal.read(bytes: bytes, path: "test.jsonl").map {
      AuditedSession($0, rules: judge.rules, results: judge.judge($0.trace))
    }
  }

  /// Where violations are certain, sorted.
  private func places(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      line.range(of: " after the start, seq ").map { String(line[..<$0.lowerBound]) }
    }
    .map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
  }

  @Test func `What is told while a journal grows is what the audit of the whole says`() throws {
    var violations = 0
    let paths = try Samples.paths(in: "rules") + Samples.paths(in: "incidents")
    for path in paths where !path.hasSuffix("holds.jsonl") {
      let lines = try Self.lines(path)
      let (told, takenBack, _) = follow(lines)
      let sessions = audited(lines[...])
      // What concerns a name that is born twice was certain until then.
      if sessions.contains(where: { !$0.reading.trace.reusedNames.isEmpty }) { continue }
      let whole = sessions.flatMap { text.block($0).split(separator: "\n").map(String.init) }
      #expect(takenBack.isEmpty, "\(path)")
      #expect(places(told) == places(whole), "\(path)")
      violations += places(whole).count
    }
    #expect(violations > 120)
  }

  @Test func `A finding is told once, under its session, and sessions are open until their end`()
    throws
  {
    let lines = try Self.lines(Samples.unlock)
    let (told, _, open) = follow(lines)
    #expect(
      told == [
        "test.jsonl  session daily-03c8be",
        "  error lock-is-not-background",
        "    app_open ad a-2 was presented after the phone was locked and unlocked",
        "    line 29, 2026-10-28T23:43:15.007Z, 0:03:02.381 after the start, seq 24, 25, 27, 29",
      ])
    #expect(open == [0] + Array(repeating: 1, count: lines.count - 1) + [0])
  }

  @Test func `What a later audit does not find is taken back, and told again if it returns`() throws
  {
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

  @Test func `A line that is half written is no damage yet`() throws {
    let lines = try Self.lines("damaged/torn-tail.jsonl")
    let audited = try #require(Samples.audited("damaged/torn-tail.jsonl").first)
    #expect(!audited.reading.damage.isEmpty, "\(lines.count) lines")
    var news = AuditNews()
    news.begin()
    #expect(news.take(text.news(audited)).isEmpty)
    #expect(news.sessions == (1, 1))
  }
}
