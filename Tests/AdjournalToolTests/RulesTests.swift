import AdRules
import Foundation
import Testing

struct RulesTests {
  @Test func `The list of rules has one line per rule`() throws {
    let run = try Tool.run("rules")
    #expect(try run.lines.filter { $0.hasPrefix("  ") }.count == Tool.rules().count)
    #expect(run.exit == 0)
  }

  /// The output in a terminal of 88 columns.
  private func rules(_ id: String) throws -> Tool.Run {
    try Tool.run(Tool.path, ["rules", id], environment: ["COLUMNS": "88"])
  }

  @Test func `The explanation of a rule has its sentence, thresholds and examples`() throws {
    let run = try rules("app-open-max-age")
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
    let run = try rules("daily-cap")
    #expect(
      run.text.contains(
        """
          threshold  daily_cap, no default: the app sets it (origin app: how many app open ads a
                     user sees per day)

        """))
  }

  @Test func `The explanation of a rule has its actor, its remedy and its pages`() throws {
    let run = try rules("app-open-max-age")
    #expect(
      run.text.contains(
        """
          actor      app (its own code breaks the rule)
          remedy     Store the time of each load. Before `present(from:)`, discard an app open
                     ad that is four hours old or older and request a new one.
          read       App open ads <https://developers.google.com/admob/ios/app-open>
          read       App open ad guidance and best practices
                     <https://support.google.com/admob/answer/9341964>

        """))
  }

  @Test func `The explanation of a rule has its notes below its exact meaning`() throws {
    let run = try rules("lock-is-not-background")
    #expect(
      run.text.contains(
        """
          precisely  at attempt(A): the last app.entered_background … app.entering_foreground
                     span is not lock-caused
          notes      Activated at every app-open attempt; kept if no span ended so far.
        """))
    #expect(try !Tool.run("rules", "sdk-starts-once").text.contains("  notes "))
  }

  @Test(arguments: [
    ("load-completes", "sdk (the ad SDK breaks the rule)"),
    ("adapter-completes", "network (an ad network, its adapter or its ad breaks the rule)"),
    ("accidental-click", "user (what the user does breaks the rule)"),
  ])
  func `An actor is explained in words`(rule: String, text: String) throws {
    #expect(try Tool.run("rules", rule).text.contains("  actor      \(text)\n"))
  }

  @Test func `A word lists the rules whose id or sentence contains it`() throws {
    for word in ["lock", "LOCK", "banner", "no "] {
      let run = try Tool.run("rules", word)
      let small = word.lowercased()
      let expected = RuleBook.all.filter {
        $0.id.contains(small) || $0.sentence.lowercased().contains(small)
      }
      let listed = run.lines.filter { $0.hasPrefix("  ") }.compactMap {
        $0.split(separator: " ").first
      }
      #expect(expected.count > 1 && listed.map(String.init) == expected.map(\.id), "\(word)")
      #expect(run.exit == 0)
    }
  }

  @Test func `A word of one rule explains this rule`() throws {
    let whole = try Tool.run("rules", "lock-is-not-background")
    #expect(try Tool.run("rules", "lock-is").text == whole.text)
    #expect(whole.text.hasPrefix("lock-is-not-background\n"))
  }

  @Test func `An id that is a part of other ids explains its own rule`() throws {
    let run = try Tool.run("rules", "load-completes")
    #expect(run.lines.first == "load-completes")
  }

  @Test func `A word of no rule is an error with the nearest word`() throws {
    for (word, near) in [("lokc", "lock"), ("daily-cpa", "daily-cap")] {
      let run = try Tool.run("rules", word)
      #expect(
        run.errors == "adjournal: no rule contains '\(word)'; did you mean '\(near)'? (run "
          + "'adjournal rules' for the list)\n")
      #expect(run.exit == 2)
      #expect(run.output.isEmpty)
    }
  }
}
