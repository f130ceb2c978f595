import AdReplay
import JournalInput
import AdSession
import Testing

@testable import AdRules

/// A rule about a limit that the app decides applies only where the app states the limit.
@Suite struct `A limit of the app` {
  private static let needs: [(rule: String, key: PolicyKey)] = [
    ("daily-cap", .dailyCap), ("cap-counts-every-show", .dailyCap),
    ("minimum-background", .minBackgroundSeconds), ("first-ad-waits", .firstAdMinLaunches),
    ("interstitial-min-gap", .interstitialMinGapSeconds), ("ready-ad-is-used", .unusedReturns),
  ]

  /// App-open shows of one day, each ten minutes after the one before, without a further request at
  /// the end.
  private static func shows(
    _ count: Int, _ header: String..., classes: String = "app load present",
    changes: [Int: String] = [:]
  ) -> [Record] {
    let lines = (1...count).map { number in
      let t = number * 600_000
      let change = changes[number].map { "\(t - 1) config.changed policy=\($0)\n" } ?? ""
      return change + """
        \(t) ad.requested unit=u format=app_open request=r\(number)
        \(t + 500) ad.loaded unit=u format=app_open request=r\(number) ad=a\(number)
        \(t + 2_000) ad.will_present unit=u format=app_open ad=a\(number)
        \(t + 590_000) ad.dismissed unit=u format=app_open ad=a\(number)
        """
    }
    let script = Script(
      captures: classes, header.joined(separator: ","),
      lines: lines.joined(separator: "\n") + "\n\((count + 1) * 600_000) app.memory_warning")
    return script.journal
  }

  private static func result(
    _ rule: String, _ records: [Record], overrides: [PolicySetting] = []
  ) throws -> RuleResult {
    let judge = Judge(rules: [try #require(RuleBook.rule(rule))], overrides: overrides)
    let trace = try #require(Journal.read(bytes: records.bytes).first?.trace)
    return try #require(judge.judge(trace).first)
  }

  @Test func `the rules that need a limit of the app are those that name one`() {
    let needing = RuleBook.all.filter { !$0.needsOnePolicy }
    let found = needing.flatMap { rule in rule.neededPolicy.map { "\(rule.id) \($0.name)" } }
    #expect(Set(found) == Set(Self.needs.map { "\($0.rule) \($0.key.name)" }))
    #expect(RuleBook.all.filter(\.needsOnePolicy).map(\.id) == ["clicks-bounded"])
  }

  @Test(arguments: [
    ("{}", Verdict.notCaptured), (#"{"clicks_per_show":1}"#, .violated),
    (#"{"clicks_per_session":1}"#, .violated), (#"{"clicks_per_session":3}"#, .holds),
    (#"{"clicks_per_show":3,"clicks_per_session":1}"#, .violated),
    (#"{"clicks_per_show":"many"}"#, .inconclusive),
  ])
  func `a rule that needs one of two limits is judged by those that are set`(
    policy: String, verdict: Verdict
  ) throws {
    var journal = try [Record](journal: "rules/clicks-bounded/violated.jsonl")
    journal[0]["policy"] = policy
    let result = try Self.result("clicks-bounded", journal)
    #expect(result.verdict == verdict && result.isPolicyUnset == (verdict == .notCaptured))
    #expect(
      RuleBook.rule("clicks-bounded")?.unsetPolicy
        == "policy clicks_per_show or clicks_per_session is not set")
  }

  @Test(arguments: needs)
  func `a rule without its limit is not captured, and says which one is not set`(
    rule: String, key: PolicyKey
  ) throws {
    for name in ["violated", "holds", "inconclusive"] {
      var journal = try [Record](journal: "rules/\(rule)/\(name).jsonl")
      #expect(try Self.result(rule, journal).verdict.rawValue == name)
      if journal[0].event != "session.began" { continue }
      var policy = Record(line: journal[0]["policy"] ?? "{}")
      policy[key.name] = "null"
      journal[0]["policy"] = policy.line
      let changes = journal.indices.filter { journal[$0].event == "config.changed" }
      for index in changes { journal[index]["policy"] = "{}" }
      let result = try Self.result(rule, journal)
      #expect(result.verdict == .notCaptured && result.isPolicyUnset, "\(name)")
      #expect(result.activations == 0 && !result.hasFindings, "\(name)")
      #expect(RuleBook.rule(rule)?.unsetPolicy == "policy \(key.name) is not set")
    }
  }

  @Test(arguments: needs)
  func `an override states the limit for every session`(rule: String, key: PolicyKey) throws {
    var journal = try [Record](journal: "rules/\(rule)/violated.jsonl")
    let policy = Record(line: journal[0]["policy"] ?? "{}")
    let value = try #require(policy[key.name].flatMap { Double($0) })
    journal[0]["policy"] = "{}"
    let result = try Self.result(rule, journal, overrides: [PolicySetting(key, value)])
    #expect(result.verdict == .violated)
  }

  @Test func `the 21st show of a day is no violation in an app without a cap`() throws {
    let shows = Self.shows(21, #""policy":{"min_background_s":10}"#)
    let result = try Self.result("daily-cap", shows)
    #expect(result.verdict == .notCaptured && result.isPolicyUnset)
    let capped = Self.shows(21, #""policy":{"daily_cap":20}"#)
    #expect(try Self.result("daily-cap", capped).violations.map(\.certainAt) == [83])
  }

  @Test func `without a cap no number of shows exempts from the next request`() throws {
    let shows = Self.shows(25)
    let result = try Self.result("reload-after-dismiss", shows)
    #expect(result.violations.count == 25)
    let capped = Self.shows(25, #""policy":{"daily_cap":1}"#)
    #expect(try Self.result("reload-after-dismiss", capped).verdict == .holds)
  }

  @Test func `a cap that is set later judges later shows only, and counts all of them`() throws {
    let shows = Self.shows(4, changes: [3: #"{"daily_cap":3}"#])
    let result = try Self.result("daily-cap", shows)
    #expect(result.activations == 2)
    #expect(result.violations.map(\.certainAt) == [16])
    #expect(result.violations.first?.witness == [3, 7, 12, 16])
  }

  @Test(arguments: ["\"many\"", "-1", "0.5"])
  func `a cap that cannot be one is unknown, not unset`(value: String) throws {
    let result = try Self.result("daily-cap", Self.shows(1, #""policy":{"daily_cap":\#(value)}"#))
    #expect(result.verdict == .inconclusive && !result.isPolicyUnset)
    #expect(result.undecided.map(\.why) == [.unknown])
  }

  @Test func `null states no limit`() throws {
    let result = try Self.result("daily-cap", Self.shows(1, #""policy":{"daily_cap":null}"#))
    #expect(result.verdict == .notCaptured && result.isPolicyUnset)
  }

  @Test func `null in a change keeps the cap that was set before`() throws {
    let shows = Self.shows(
      2, #""policy":{"daily_cap":1}"#, changes: [2: #"{"daily_cap":null}"#])
    #expect(try Self.result("daily-cap", shows).verdict == .violated)
  }

  @Test func `with a lost header the cap is unknown, and no show is judged`() throws {
    let shows = Array(Self.shows(2).dropFirst())
    let result = try Self.result("daily-cap", shows)
    #expect(result.verdict == .inconclusive && !result.isPolicyUnset)
  }

  @Test func `decisions without a cap are compared with each other`() throws {
    let script = Script(
      captures: "decision present",
      lines: """
        1000 ad.show_decided outcome=skip unit=u format=app_open trigger=foreground remaining=5
        2000 ad.show_decided outcome=skip unit=u format=app_open trigger=foreground remaining=4
        """)
    #expect(try Self.result("cap-used-by-shows-only", script.journal).verdict == .violated)
    #expect(try Self.result("cap-counts-every-show", script.journal).isPolicyUnset)
  }

  @Test func `a decision without a cap is not compared with one under a cap`() throws {
    let script = Script(
      captures: "decision present",
      lines: """
        1000 ad.show_decided outcome=skip unit=u format=app_open trigger=foreground remaining=5
        1500 config.changed policy={"daily_cap":4}
        2000 ad.show_decided outcome=skip unit=u format=app_open trigger=foreground remaining=4
        """)
    #expect(try Self.result("cap-used-by-shows-only", script.journal).verdict == .vacuous)
  }

  @Test(arguments: [
    "at ad.will_present: no earlier ad.dismissed of the session within interstitial_min_gap_s",
    "ad.dismissed => ad.will_present of the same unit within interstitial_min_gap_s",
  ])
  func `a rule of a file needs the limit that its check names`(check: String) throws {
    let text = "rule own\n sentence: It is so.\n check: \(check)"
    let judge = Judge(rules: try RuleFile.rules(of: text))
    func result(_ header: String, _ changes: [Int: String] = [:]) throws -> RuleResult {
      let shows = Self.shows(3, header, changes: changes)
      return try #require(shows.judged(by: judge).values.first?["own"])
    }
    let unset = try result(#""launch_count":1"#)
    #expect(unset.verdict == .notCaptured && unset.isPolicyUnset)
    #expect(judge.rules[0].unsetPolicy == "policy interstitial_min_gap_s is not set")
    #expect(try result(#""policy":{"interstitial_min_gap_s":20}"#).activations == 3)
    let later = try result(#""launch_count":1"#, [3: #"{"interstitial_min_gap_s":20}"#])
    #expect(later.activations == 1)
  }
}
