import AdRules
import AdSession
import Foundation
import Testing

@testable import AdjournalTool

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

  private func json(_ words: String...) throws -> [[String: Any]] {
    let run = try Tool.run(Tool.path, ["rules", "--format", "json"] + words)
    #expect(run.exit == 0 && run.errors.isEmpty)
    let document = try Sample.object(run.output)
    #expect(document["schema"] as? String == "adjournal.rules/1")
    #expect(document["tool"] as? String == Tool.version)
    return document["rules"] as? [[String: Any]] ?? []
  }

  @Test func `JSON has the rules of the list in its order`() throws {
    for words in [[], ["lock"], ["lock-is"]] {
      let found = try Tool.run(Tool.path, ["rules", "--format", "json"] + words)
      let rules = try Sample.object(found.output)["rules"] as? [[String: Any]] ?? []
      let expected = try words.isEmpty ? RuleBook.all : RuleText.matches(words[0], in: RuleBook.all)
      #expect(rules.map { $0["id"] as? String } == expected.map(\.id))
    }
  }

  @Test func `JSON has all of a rule that text has`() throws {
    for (rule, object) in zip(RuleBook.all, try json()) {
      #expect(
        object.keys.sorted() == [
          "actor", "examples", "formats", "group", "id", "links", "notes", "observes", "policy",
          "precise", "remedy", "sentence", "severity",
        ])
      let texts = [
        "group": rule.group.rawValue, "severity": rule.severity.rawValue, "notes": rule.notes,
        "sentence": rule.sentence, "precise": rule.precise, "remedy": rule.remedy,
        "actor": rule.actor.rawValue,
      ]
      for (key, text) in texts { #expect(object[key] as? String == text, "\(rule.id) \(key)") }
      #expect(object["observes"] as? [String] == rule.observes.map(\.name))
      let links = object["links"] as? [[String: String]]
      #expect(links == rule.links.map { ["title": $0.title, "url": $0.url] })
      let paths = object["examples"] as? [String] ?? []
      #expect(paths.count == 2)
      for path in paths {
        #expect(FileManager.default.fileExists(atPath: "\(Tool.root)/\(path)"), "\(path)")
      }
    }
  }

  @Test func `JSON has the thresholds and the formats of a rule`() throws {
    let rule = try #require(try json("app-open-max-age").first)
    #expect(rule["formats"] as? [String] == ["app_open"])
    let policy = try #require((rule["policy"] as? [[String: Any]])?.first)
    #expect(policy["key"] as? String == "app_open_max_age_s")
    #expect(policy["default"] as? Int == 14400 && policy["unit"] as? String == "s")
    #expect(policy["origin"] as? String == "platform")
    #expect(policy["reason"] as? String == "an app open ad is valid for four hours")
    let cap = try #require(try json("daily-cap").first?["policy"] as? [[String: Any]])
    #expect(cap.first?["default"] is NSNull && cap.first?["unit"] as? String == "count")
  }

  @Test func `JSON has the rules of a file, which have no examples`() throws {
    let rules = try json("--rules", "Journals/custom/game.rules")
    let own = rules.filter { $0["group"] as? String == "Custom" }
    #expect(!own.isEmpty && rules.count == RuleBook.all.count + own.count)
    #expect(own.allSatisfy { ($0["examples"] as? [String]) == [] })
  }

  @Test func `A check of a rule file has no other format`() throws {
    let run = try Tool.run("rules", "--check", "Journals/custom/game.rules", "--format", "json")
    #expect(run.errors == "adjournal: '--format' cannot be used with '--check'\n")
    #expect(run.exit == 2)
  }
}
