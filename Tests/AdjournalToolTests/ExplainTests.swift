import Foundation
import Testing

struct ExplainTests {
  private static func rule(_ id: String, _ journal: String) -> String {
    "Journals/rules/\(id)/\(journal).jsonl"
  }

  @Test func `A violation is explained by its records and the nearest correct history`() throws {
    let run = try Tool.run("explain", "--rule", "lock-is-not-background", Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.text == """
        \(Sample.unlock)  session daily-03c8be (42 records, clean)

        error lock-is-not-background
          app_open ad a-2 was presented after the phone was locked and unlocked
          remedy: Do not treat an unlock as an app open: skip the show when the device was locked \
        while the app was in the foreground.

          24 | 0:02:20.859  device.locked           confidence=hint
          25 | 0:02:21.180  app.entered_background
          27 | 0:03:02.243  app.entering_foreground
        > 29 | 0:03:02.381  ad.present_requested    app_open ad=a-2 trigger=foreground \
        orientation=portrait

          nearest correct history (2 changes):
            line 29: remove ad.present_requested app_open ad=a-2 trigger=foreground \
        orientation=portrait with the 6 records that follow from it
            line 36: remove ad.requested app_open unit=ca-app-pub-1234567890123456/4410027781 \
        request=r-3 reason=dismissed orientation=portrait with the 2 records that follow from it

        lock-is-not-background
          precisely  at attempt(A): the last app.entered_background … app.entering_foreground \
        span is not lock-caused
          notes      Activated at every app-open attempt; kept if no span ended so far.


        """)
  }

  @Test func `The meaning of a rule is printed once for all its findings`() throws {
    let run = try Tool.run("explain", Self.rule("retry-backs-off", "violated"))
    #expect(run.lines.count { $0 == "retry-backs-off" } == 1)
  }

  @Test func `An activation that a gap leaves open is explained by two completions`() throws {
    let run = try Tool.run(
      "explain", "--rule", "load-completes-once", Self.rule("load-completes-once", "inconclusive"))
    #expect(run.exit == 0)
    #expect(
      run.text.hasSuffix(
        """
        inconclusive load-completes-once
          A load completes only once, with an ad or with an error.
          undecided: lost records can hide what decides

        > 4 | 0:00:10.300  ad.failed_to_load       interstitial \
        unit=ca-app-pub-1234567890123456/2222222222 request=r-1 error_code=5 (timeout) \
        error_message="request timed out"

          would be violated with:
            lost after seq 2: 0:00:00.300  ad.loaded               interstitial request=r-1 ad=other-ad
          would be kept if no lost record matters

        load-completes-once
          precisely  count of ad.loaded + ad.failed_to_load of one request ≤ 1
          notes      The 2nd and each later completion of a request is a violation, also an \
        `ad.loaded` that came twice. A completion of an unknown request counts as well.


        """))
  }

  @Test func `A deadline that is open at the end of a cut session is explained by later records`()
    throws
  {
    let run = try Tool.run("explain", Self.rule("present-resolves", "inconclusive"))
    #expect(
      run.text.contains(
        """
          undecided: the session ends before the deadline (0:00:03.200 of active time left)

        > 4 | 0:00:37.000  ad.present_requested    interstitial ad=a-1 trigger=transition

          would be violated with:
            later: 0:00:42.001  any record
          would be kept with:
            later: 0:00:38.800  ad.will_present         interstitial ad=a-1

        """))
  }

  @Test func `A missing fact is explained by the record or the header field that has it`() throws {
    let consent = try Tool.run(
      "explain", "--rule", "no-load-before-consent",
      Self.rule("no-load-before-consent", "inconclusive"))
    #expect(
      consent.text.contains(
        """
          undecided: the journal does not have a fact that decides
        """))
    #expect(
      consent.text.contains(
        """
          would be violated as it is, if it is complete
          would be kept with:
            not recorded after seq 2: 0:00:00.030  consent.updated         can_request_ads=true

        """))
    let header = try Tool.run(
      "explain", "--rule", "first-ad-waits", Self.rule("first-ad-waits", "inconclusive"))
    #expect(
      header.text.contains(
        """
          would be violated with:
            if the lost header has launch_count 1 and policy first_ad_min_launches 3
            lost before the first record: 0:00:00.000  session.began
          would be kept with:
            if the lost header has launch_count 1000 and policy first_ad_min_launches 3
            lost before the first record: 0:00:00.000  session.began

        """))
    #expect(header.exit == 3)
  }

  @Test func `A cap that depends on earlier sessions is explained by them, not by another cap`()
    throws
  {
    let run = try Tool.run("explain", "--rule", "daily-cap", Sample.unlock)
    #expect(
      run.text.contains(
        """
          undecided: shows of earlier sessions of this install are unknown; audit them together

        > 14 | 0:01:25.512  ad.will_present         app_open ad=a-1

          no record of this session was found that decides it

        """))
    #expect(!run.text.contains("policy daily_cap"))
  }

  @Test
  func
    `An inconclusive rule without an undecided activation names the lost header or the bad seal`()
    throws
  {
    let header = try Tool.run(
      "explain", "--rule", "expired-ad-not-shown", Self.rule("first-ad-waits", "inconclusive"))
    #expect(
      header.text.contains(
        """
          undecided: the header is lost

          no completion of at most 4 records was found with which it would be violated; judged
        """))
    let seal = try Tool.run("explain", "Journals/damaged/bad-seal.jsonl")
    #expect(
      seal.text.contains(
        "  undecided: a seal does not match, so that no record can be relied on\n"))
    #expect(seal.text.contains("  would be kept as it is, if it is complete\n"))
  }

  @Test func `A deadline behind the end of an orderly session cannot be decided by any record`()
    throws
  {
    let run = try Tool.run(
      "explain", "--rule", "reload-after-dismiss", "Journals/terms/deadline-at-the-end.jsonl")
    #expect(run.text.contains("  no record can decide it: the session has ended\n"))
  }

  @Test(
    arguments: [
      ("dismiss-once", "the ad SDK breaks the rule"),
      ("reward-in-time", "an ad network or its adapter breaks the rule"),
      ("accidental-click", "the user breaks the rule"),
      ("adapter-parameter-given", "no record of the app led to it"),
    ])
  func `What the app did not cause has no correct history, and the text names who did`(
    id: String, reason: String
  ) throws {
    let run = try Tool.run("explain", "--rule", id, Self.rule(id, "violated"))
    #expect(run.text.contains("\n  the app cannot repair this: \(reason)\n"))
    #expect(!run.text.contains("nearest correct history"))
    let json = try Tool.run(
      "explain", "--format", "json", "--rule", id, Self.rule(id, "violated"))
    #expect(try Self.explanation(json)["kept"] is NSNull)
  }

  @Test func `Violations are explained in the order of an audit, a consequence after its cause`()
    throws
  {
    let path = "Journals/incidents/app-open-right-after-interstitial.jsonl"
    let run = try Tool.run("explain", path)
    let heads = run.lines.filter { $0.hasPrefix("error ") || $0.hasPrefix("warning ") }
    #expect(
      heads == ["error app-open-not-after-other-ad", "warning dismissal-leads-to-no-other-ad"])
    let follows = try #require(
      run.lines.firstIndex(of: "  follows from app-open-not-after-other-ad at seq 26"))
    #expect(run.lines[follows - 2] == heads[1])
    #expect(run.lines[follows + 1].hasPrefix("  remedy: "))
    let audit = try Tool.run("audit", path)
    #expect(audit.lines.compactMap { line in heads.first { line.hasSuffix($0) } } == heads)
  }

  @Test func `The records of an explanation have their free texts`() throws {
    let run = try Tool.run("explain", "Journals/incidents/present-failure-storm.jsonl")
    #expect(run.text.contains(" error_message=\""))
  }

  @Test func `An effort that is too small is reported with the number of judged journals`() throws {
    let run = try Tool.run(
      "explain", "--effort", "1", "--rule", "dismissal-arrives",
      Self.rule("dismissal-arrives", "inconclusive"))
    #expect(
      run.text.contains(
        """
          no completion of at most 4 records was found with which it would be kept; stopped after \
        1 journal (more with '--effort')

        """))
    let bad = try Tool.run("explain", "--effort", "0", Sample.unlock)
    #expect(bad.exit == 2)
    #expect(
      bad.errors
        == "adjournal: invalid value '0' for '--effort' (an integer from 1 to 1000000000)\n")
  }

  @Test func `A finding that the effort does not reach is printed with the way to raise it`() throws
  {
    let run = try Tool.run("explain", "--effort", "1", Sample.unlock)
    #expect(
      run.text.contains(
        """
          no change of at most 3 records of the app was found that avoids it; stopped after 1 journal \
        (more with '--effort')
        """))
    #expect(
      run.text.contains(
        """
        > 14 | 0:01:25.512  ad.will_present         app_open ad=a-1

          not explained: the effort of this call is used up (more with '--effort N')
          1 more like it, at seq 30 ('--seq N' explains one)

        """))
    let json = try Tool.run("explain", "--effort", "1", "--format", "json", Sample.unlock)
    #expect(json.text.contains("\"equal_seqs\":[30]"))
    let audit = try Tool.run("audit", "--format", "json", "--explain", Sample.unlock)
    #expect(audit.text.contains("\"explanation\":{\"as_seq\":14}"))
  }

  @Test
  func `All sessions of a call share one effort, and violations come before what is undecided`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let parts = [Self.rule("load-completes-once", "inconclusive"), Sample.unlock, Sample.fiveHours]
    let text = try parts.map { try Sample.bytes($0) }.flatMap { $0 }
    let path = try folder.write("all.jsonl", text)
    let run = try Tool.run("explain", "--effort", "300", "--format", "json", path)
    let object = try Sample.object(run.output)
    let explanations = (object["sessions"] as? [[String: Any]] ?? []).map {
      $0["explanations"] as? [[String: Any]] ?? []
    }
    #expect(explanations.count == 3)
    let all = explanations.flatMap { $0 }
    let judged = all.compactMap { $0["judged"] as? Int }
    // What is found is judged by all rules, beyond the share.
    #expect((1...320).contains(judged.reduce(0, +)), "\(judged)")
    for explanation in all where explanation["verdict"] as? String == "violated" {
      #expect(explanation["judged"] as? Int ?? 0 > 0, "\(explanation)")
    }
    #expect(all.contains { $0["judged"] as? Int == 0 && $0["cut_off"] as? Bool == true })
  }

  @Test func `All sessions of an audit share one effort, for any number of jobs`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    for number in 0..<40 {
      let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
      try folder.write("\(number).jsonl", text.replacing("daily-03c8be", with: "s\(number)"))
    }
    let words = ["audit", "--format", "json", "--explain", "--exit-zero", "--only", "violated"]
    let run = try Tool.run(Tool.path, words + ["--jobs", "1", folder.path("")])
    let judged = run.text.matches(of: #/"judged":([0-9]+)/#).compactMap { Int($0.1) }
    #expect((1...20_400).contains(judged.reduce(0, +)), "\(judged.reduce(0, +))")
    #expect(try Tool.run(Tool.path, words + ["--jobs", "4", folder.path("")]).output == run.output)
  }

  @Test func `A rule that was not judged is explained only if it is named`() throws {
    let journal = Self.rule("native-ad-choices", "violated")
    let run = try Tool.run(
      "explain", "--rule", "single-use-ad,lock-is-not-background,first-ad-waits", journal)
    #expect(
      run.text == """
        \(journal)  session mark-left-out (6 records, clean)

        vacuous single-use-ad
          A loaded ad is presented at most once.
          no record of this session made the rule apply; it would apply with:
            ad.present_requested app_open ad=other-ad

        not-captured first-ad-waits
          New users see no app-open ad during their first launches.
          set launch_count in the header
          set policy first_ad_min_launches in the header

        not-captured lock-is-not-background
          Locking and unlocking the phone does not lead to an app-open ad.
          add 'lock' to captures and record device.locked, device.unlocked

        single-use-ad
          precisely  count of ad.present_requested(A) ≤ 1 and count of ad.will_present(A) ≤ 1, \
        overlays left out
          notes      Every `ad.present_requested` and every show is an activation of its own; a \
        call and its show are no pair. The 2nd call of an ad breaks the rule, and so does its \
        2nd show, whatever lies between. A certain overlay is no activation.

        first-ad-waits
          precisely  at ad.will_present(A): launch_count ≥ first_ad_min_launches (no \
        launch_count: not captured)
          notes      Without `launch_count` in the header the rule does not apply \
        (`not-captured`).

        lock-is-not-background
          precisely  at attempt(A): the last app.entered_background … app.entering_foreground \
        span is not lock-caused
          notes      Activated at every app-open attempt; kept if no span ended so far.


        """)
    #expect(!(try Tool.run("explain", journal).text.contains("vacuous")))
  }

  @Test func `A journal without findings has nothing to explain`() throws {
    let run = try Tool.run("explain", Self.rule("present-resolves", "holds"))
    #expect(run.exit == 0)
    #expect(run.text == "nothing to explain: no violation, and nothing inconclusive\n")
  }

  @Test func `A seq without a finding exits 2`() throws {
    let run = try Tool.run("explain", "--seq", "3", Sample.unlock)
    #expect(run.exit == 2)
    #expect(
      run.errors == """
        adjournal: nothing to explain at seq 3 of \(Sample.unlock) (run 'adjournal explain \
        \(Sample.unlock)' for all findings)

        """)
    #expect(try Tool.run("explain", "--seq", "29", Sample.unlock).exit == 0)
  }

  @Test
  func `The journals of explanations are written to a folder and have the verdicts in their names`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let out = folder.path("out")
    let words = ["explain", "--rule", "lock-is-not-background", "--to", out, Sample.unlock]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0)
    let kept = "\(out)/lock-is-not-background.29.kept.jsonl"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out) == [
        "lock-is-not-background.29.kept.jsonl"
      ])
    #expect(try Tool.run("audit", "--severity", "info", kept).exit == 0)
    #expect(try Tool.run("check", kept).exit == 0)
    let again = try Tool.run(Tool.path, words)
    #expect(again.exit == 4)
    #expect(again.errors == "adjournal: \(kept): file exists; adjournal never overwrites\n")

    let open = try Tool.run("explain", "--to", out, Self.rule("present-resolves", "inconclusive"))
    #expect(open.exit == 0)
    let violating = "\(out)/present-resolves.4.violating.jsonl"
    #expect(try Tool.run("audit", "--rule", "present-resolves", violating).exit == 1)
    let holding = "\(out)/present-resolves.4.holding.jsonl"
    #expect(try Tool.run("audit", "--rule", "present-resolves", "--strict", holding).exit == 0)
  }

  @Test func `The folder of --to is for one session`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let both = folder.path("both.jsonl")
    let parts = [Sample.unlock, Sample.fiveHours].map { "\(Tool.root)/\($0)" }
    let text = try parts.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    try text.write(toFile: both, atomically: true, encoding: .utf8)
    let run = try Tool.run("explain", "--to", folder.path("out"), both)
    #expect(run.exit == 2)
    #expect(
      run.errors == """
        adjournal: '--to' writes one session, and 2 sessions have findings (select one with \
        '--session ID')

        """)
    let one = try Tool.run("explain", "--session", "daily-03c8be", "--to", folder.path("out"), both)
    #expect(one.exit == 0)
    let blocked = try Tool.run(
      "explain", "--session", "daily-03c8be", "--to", "\(both)/out", both)
    #expect(blocked.exit == 4)
    #expect(blocked.errors == "adjournal: \(both)/out: cannot create the folder\n")
  }

  @Test
  func
    `Explanations as JSON have the records of the witness, of the changes and of the completions`()
    throws
  {
    let run = try Tool.run("explain", "--format", "json", Sample.unlock)
    let violation = try Self.explanation(run)
    #expect(violation["rule"] as? String == "lock-is-not-background")
    #expect(violation["seq"] as? Int == 29)
    #expect(violation["severity"] as? String == "error")
    #expect(
      (violation["witness"] as? [[String: Any]])?.map { $0["line"] as? Int } == [24, 25, 27, 29])
    let changes = try #require(
      (violation["kept"] as? [String: Any])?["changes"] as? [[String: Any]])
    #expect(changes.map { $0["change"] as? String } == ["remove", "remove"])
    #expect(changes.map { $0["line"] as? Int } == [29, 36])
    #expect(changes.map { $0["consequences"] as? Int } == [6, 2])

    let open = try Self.explanation(
      try Tool.run("explain", "--format", "json", Self.rule("present-resolves", "inconclusive")))
    #expect(open["found"] as? String == "both")
    #expect(open["why"] as? String == "pending")
    let holding = try #require(
      (open["holding"] as? [String: Any])?["records"] as? [[String: Any]])
    #expect(holding.map { $0["place"] as? String } == ["later"])
    #expect((holding[0]["record"] as? [String: Any])?["event"] as? String == "ad.will_present")
  }

  private static func explanation(_ run: Tool.Run) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    #expect(object?["schema"] as? String == "adjournal.explain/1")
    let sessions = try #require(object?["sessions"] as? [[String: Any]])
    return try #require((sessions.first?["explanations"] as? [[String: Any]])?.first)
  }

  @Test
  func `An audit as JSON with --explain has an explanation of each result that does not hold`()
    throws
  {
    let plain = try Tool.run("audit", "--format", "json", Sample.unlock)
    let run = try Tool.run("audit", "--format", "json", "--explain", Sample.unlock)
    #expect(run.exit == 1)
    let rules = try Self.rules(run)
    for rule in rules {
      let verdict = rule["verdict"] as? String
      let violations = rule["violations"] as? [[String: Any]] ?? []
      #expect(violations.allSatisfy { ($0["explanation"] as? [String: Any])?["kept"] != nil })
      let isUnjudged = verdict == "vacuous" || verdict == "not-captured"
      #expect((rule["explanation"] != nil) == isUnjudged)
    }
    let pairs = try Self.rules(plain).map { "\($0["rule"] ?? "") \($0["verdict"] ?? "")" }
    #expect(rules.map { "\($0["rule"] ?? "") \($0["verdict"] ?? "")" } == pairs)
    let text = try Tool.run("audit", "--explain", Sample.unlock)
    #expect(text.exit == 2)
    #expect(
      text.errors
        == "adjournal: '--explain' needs '--format json' (or run 'adjournal explain FILE')\n")
  }

  private static func rules(_ run: Tool.Run) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let journal = try #require((object?["journals"] as? [[String: Any]])?.first)
    let session = try #require((journal["sessions"] as? [[String: Any]])?.first)
    return try #require(session["rules"] as? [[String: Any]])
  }
}
