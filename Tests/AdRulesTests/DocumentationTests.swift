import Foundation
import Testing

@Suite struct `The documentation of AdRules` {
  @Test func `the example in the documentation is compiled here`() throws {
    let root = Journals.root.deletingLastPathComponent()
    let example = try String(
      contentsOf: root.appendingPathComponent("Tests/AdRulesTests/DocumentationExample.swift"),
      encoding: .utf8)
    let article = try String(
      contentsOf: root.appendingPathComponent("Sources/AdRules/AdRules.docc/AdRules.md"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(example)```"))
  }

  @Test func `the example in the documentation reports the violations of both kinds of rules`()
    throws
  {
    let path = Journals.root.appendingPathComponent("incidents/app-open-shown-after-unlock.jsonl")
    let lines = try violations(
      in: Array(Data(contentsOf: path)),
      ruleFile: """
        rule no-app-open
          sentence: The app shows no app-open ad.
          formats: app_open
          check: count of ad.present_requested per session <= 0
        """)
    #expect(
      lines == [
        "lock-is-not-background: app_open ad a-2 was presented after the phone was locked and unlocked",
        "no-app-open: ad.present_requested of app_open ad a-1 is number 1 of its session (limit 0)",
        "no-app-open: ad.present_requested of app_open ad a-2 is number 2 of its session (limit 0)",
      ])
  }
}
