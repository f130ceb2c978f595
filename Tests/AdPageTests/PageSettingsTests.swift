import AdPage
import AdRules
import Foundation
import JSONLines
import TestReports
import Testing

/// The settings that `adjournal report` writes into a page.
struct PageSettingsTests {
  private func settings(_ object: [String: Any]) throws -> PageSettings {
    let bytes = try JSONSerialization.data(withJSONObject: object)
    return ByteView.with([UInt8](bytes)) { PageSettings($0) }
  }

  @Test func `Without settings a page judges by all rules`() throws {
    let all = RuleBook.all.map(\.id)
    #expect(PageSettings().rules.map(\.id) == all)
    #expect(try settings(["rules": NSNull()]).rules.map(\.id) == all)
  }

  @Test func `Rules, severities, thresholds and errors are those of the report`() throws {
    let found = try settings([
      "rules": ["daily-cap", "load-completes", "no-such-rule"], "severities": ["daily-cap": "info"],
      "policy": ["daily_cap": 3, "unknown": 1], "unread": ["x.jsonl: no such file"],
    ])
    #expect(found.rules.map(\.id) == ["daily-cap", "load-completes"])
    #expect(found.rules[0].severity == .info)
    #expect(found.policy.map(\.key.name) == ["daily_cap"])
    #expect(found.policy.map(\.value) == [3])
    #expect(found.unread == ["x.jsonl: no such file"])
  }

  @Test func `Rules of files are judged, too`() throws {
    let text = try String(contentsOfFile: "\(Samples.root)/custom/game.rules", encoding: .utf8)
    let own = RuleFile.content(of: text).rules.map(\.id)
    #expect(!own.isEmpty)
    let files = [["name": "game.rules", "text": text]]
    #expect(try settings(["rule_files": files]).rules.map(\.id) == RuleBook.all.map(\.id) + own)
    let chosen = try settings(["rule_files": files, "rules": own])
    #expect(chosen.rules.map(\.id) == own)
  }
}
