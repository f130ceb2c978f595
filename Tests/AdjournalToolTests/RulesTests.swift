import Foundation
import Testing

struct RulesTests {
  @Test func `The list of rules has one line per rule`() throws {
    let run = try Tool.run("rules")
    #expect(try run.lines.filter { $0.hasPrefix("  ") }.count == Tool.rules().count)
    #expect(run.exit == 0)
  }

  @Test func `The explanation of a rule has its sentence, thresholds and examples`() throws {
    let run = try Tool.run("rules", "app-open-max-age")
    #expect(
      run.lines.prefix(2) == [
        "app-open-max-age", "  An app-open ad is not shown four hours or more after it was loaded.",
      ])
    #expect(
      run.text.contains(
        """
          threshold  app_open_max_age_s = 14400 s by default (origin platform: an app open ad is
                     valid for four hours)

        """))
    #expect(run.text.contains("Journals/rules/app-open-max-age/violated.jsonl"))
    #expect(run.lines.allSatisfy { $0.count <= 90 })
  }

  @Test func `The explanation of a rule about a limit of the app says that the app sets it`() throws
  {
    let run = try Tool.run("rules", "daily-cap")
    #expect(
      run.text.contains(
        """
          threshold  daily_cap, no default: the app sets it (origin app: how many app open ads a
                     user sees per day)

        """))
  }
}
