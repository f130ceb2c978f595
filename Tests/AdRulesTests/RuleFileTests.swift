import AdReplay
import JournalInput
import AdSession
import Testing

@testable import AdRules

@Suite struct `A rule file` {
  @Test func `rules of a file get the verdicts of the same rules in the catalogue`() throws {
    let own = try #require(FileRules.mirrored)
    let catalogue = try own.map { try #require(RuleBook.rule(String($0.id.dropFirst(4)))) }
    let (judge, known) = (Judge(rules: own), Judge(rules: catalogue))
    var verdicts: [Verdict: Int] = [:]
    let folders = ["rules", "incidents", "sessions", "google-sample", "counterexamples"]
    for trace in try Journals.traces(in: folders) {
      let expected = known.judge(trace).map(Said.init)
      let said = judge.judge(trace).map(Said.init)
      for (index, rule) in own.enumerated() {
        #expect(said[index] == expected[index], "\(rule.id) of \(trace.id)")
        verdicts[said[index].verdict, default: 0] += 1
      }
    }
    for verdict in Verdict.allCases { #expect(verdicts[verdict, default: 0] > 50, "\(verdict)") }
  }

  /// What a result says, without the sentences.
  private struct Said: Equatable {
    let verdict: Verdict
    let activations: Int
    let violations: [[Int]]
    let undecided: [Int64]

    init(_ result: RuleResult) {
      verdict = result.verdict
      activations = result.activations
      violations = result.violations.map(\.witness)
      undecided = result.undecided.map(\.seq)
    }
  }
}

/// One rule of a file over sessions of a few records.
@Suite struct `A rule from a file` {
  /// Judges by one formula; each record is its time and the rest of its fields.
  private static func judge(
    _ check: String, formats: String = "all", _ records: [(t: Int, fields: String)],
    lost: ClosedRange<Int>? = nil, sdk: String = "s", sessions: String? = nil,
    header more: String = "", version: String = "1"
  ) throws -> RuleResult {
    let limit = sessions.map { "\n sessions: \($0)" } ?? ""
    let text = "rule own\n sentence: It is so.\n formats: \(formats)\(limit)\n check: \(check)"
    let rule = try #require(try RuleFile.rules(of: text).first)
    let header =
      #"""session.began","app":"a","app_version":"\#(version)","build":"release","os":"iOS","#
    let rest = #""os_version":"26","sdk":"\#(sdk)","sdk_version":"1","utc_offset_min":0,"#
    let captures =
      #""captures":["app","user","load","present","delegate","native","revenue"]"#
      + more
    var lines: [String] = []
    for (index, record) in ([(t: 0, fields: header.dropFirst(2) + rest + captures)] + records)
      .enumerated()
    {
      if lost?.contains(index + 1) ?? false { continue }
      let wall = WallClock.text(1_700_000_000_000 + Int64(record.t))
      lines.append(
        #"{"v":1,"session":"s","seq":\#(index + 1),"t":\#(record.t),"wall":"\#(wall)","#
          + #""event":"\#(record.fields)}"#)
    }
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let reading = try #require(Journal.read(bytes: bytes).first)
    if lost == nil { #expect(reading.damage.isEmpty) }
    return try #require(Judge(rules: [rule]).judge(reading.trace).first)
  }

  private static func loaded(_ ad: Int, _ format: String = "interstitial") -> String {
    #"ad.loaded","unit":"u","format":"\#(format)","request":"r-\#(ad)","ad":"a-\#(ad)""#
  }
  private static func requested(_ request: Int, _ rest: String = "") -> String {
    #"ad.requested","unit":"u","format":"interstitial","request":"r-\#(request)"\#(rest)"#
  }
  private static func present(_ ad: Int) -> String {
    #"ad.present_requested","ad":"a-\#(ad)","unit":"u","format":"interstitial""#
  }
  private static let tap = #"user.acted","what":"play""#

  @Test(arguments: [(1000, Verdict.violated), (1001, .holds)])
  func `an event exactly at the limit is within it`(
    passed: Int, verdict: Verdict
  ) throws {
    let check = "at ad.present_requested: no earlier user.acted of the session within 1 s"
    let result = try Self.judge(
      check, [(10, Self.loaded(1)), (20, Self.tap), (20 + passed, Self.present(1))])
    #expect(result.verdict == verdict)
    #expect(result.activations == 1)
    guard let violation = result.violations.first else { return }
    #expect(violation.witness == [2, 3])
    #expect(violation.measured == 1)
    #expect(
      violation.because
        == "ad.present_requested of interstitial ad a-1 came 1 s after user.acted of the same "
        + "session (none allowed within 1 s)")
  }

  @Test(arguments: [("", Verdict.violated), (" (t)", .holds)])
  func `a limit counts active time, or plain time with (t)`(
    sign: String, verdict: Verdict
  ) throws {
    let check = "at ad.present_requested: no earlier user.acted of the session within 2 s\(sign)"
    let result = try Self.judge(
      check,
      [
        (10, Self.loaded(1)), (1000, Self.tap), (1500, #"app.entered_background""#),
        (61_500, #"app.entering_foreground""#), (62_000, Self.present(1)),
      ])
    #expect(result.verdict == verdict)
    // Without its beginning in the background it would be over.
    #expect(result.violations.map(\.witness) == (verdict == .violated ? [[2, 3, 5]] : []))
  }

  @Test(arguments: [(5000, Verdict.inconclusive), (60_000, .holds)])
  func `a rule is undecided only if a gap can hide the related event`(
    passed: Int, verdict: Verdict
  ) throws {
    let check = "at ad.present_requested: no earlier user.acted of the session within 30 s (t)"
    let result = try Self.judge(
      check,
      [
        (10, Self.loaded(1)), (20, Self.tap), (30, #"app.became_active""#),
        (30 + passed, Self.present(1)),
      ], lost: 3...3)
    #expect(result.verdict == verdict)
  }

  @Test func `an answer must have the correlation key of its trigger`() throws {
    let check = "ad.requested => ad.loaded of the same request within 2 s"
    let result = try Self.judge(
      check,
      [
        (10, Self.requested(1)), (20, Self.requested(2)), (500, Self.loaded(2)),
        (2011, #"app.became_active""#),
      ])
    #expect(result.verdict == .violated)
    #expect(result.activations == 2)
    #expect(result.violations.map(\.witness) == [[1, 4]])
    let violation = try #require(result.violations.first)
    #expect(violation.missing == .init(kind: .adLoaded, fromT: 10, toT: 2010))
    #expect(
      violation.because
        == "ad.requested of request r-1 of interstitial unit u was not followed by ad.loaded of the "
        + "same request (limit 2 s)")
  }

  @Test func `an event without a tested field is no activation, and a wrong value is reported`()
    throws
  {
    let check = "at ad.requested where reason in launch, retry: width >= 320 and test = false"
    func record(_ request: Int, _ rest: String) -> (t: Int, fields: String) {
      (request, Self.requested(request, rest))
    }
    let result = try Self.judge(
      check,
      [
        record(1, #","reason":"launch","width":320,"test":false"#),
        record(2, #","reason":"launch","width":319,"test":false"#),
        record(3, #","reason":"retry","width":400,"test":true"#),
        record(4, #","reason":"retry","width":1"#), record(5, #","width":1,"test":true"#),
        record(6, #","reason":"user","width":1,"test":true"#),
      ])
    #expect(result.activations == 3)
    #expect(
      result.violations.map(\.because) == [
        "ad.requested of request r-2 of interstitial unit u has width 319 (width >= 320)",
        "ad.requested of request r-3 of interstitial unit u has test true (test = false)",
      ])
  }

  @Test func `a condition can test whether a field is given`() throws {
    let check = "at ad.requested: scene given and count not given"
    let result = try Self.judge(
      check,
      [
        (1, Self.requested(1, #","scene":"s""#)),
        (2, Self.requested(2, #","scene":"s","count":2"#)),
      ])
    #expect(result.activations == 2)
    #expect(result.violations.map(\.witness) == [[2]])
  }

  @Test func `a condition on the cause of a failure uses the documented cause of its code`() throws
  {
    func failed(_ request: Int, _ code: Int, _ rest: String = "") -> (t: Int, fields: String) {
      (
        request,
        #"ad.failed_to_load","unit":"u","format":"interstitial","request":"r-\#(request)","#
          + #""error_code":\#(code),"adapter":"A"\#(rest)"#
      )
    }
    let records = [
      failed(1, 0), failed(2, 1), failed(3, 0, #","cause":"other""#), failed(4, 99),
      failed(5, 0, #","cause":"surprise""#), failed(6, 99, #","cause":"configuration""#),
    ]
    let check = "at ad.failed_to_load: cause != configuration"
    let result = try Self.judge(check, records, sdk: "google-mobile-ads")
    #expect(result.activations == 4)
    #expect(result.violations.map(\.witness) == [[1], [6]])
    #expect(try Self.judge(check, records, sdk: "another").violations.map(\.witness) == [[6]])
    let given = try Self.judge(
      "at ad.failed_to_load: cause given", records, sdk: "google-mobile-ads")
    #expect(given.violations.map(\.witness) == [[4], [5]])
  }

  @Test func `a count is limited for each correlation key`() throws {
    let records = (1...4).map { (t: $0, fields: Self.requested($0)) }
    let result = try Self.judge("count of ad.requested per unit <= 2", records)
    #expect(result.activations == 4)
    #expect(result.violations.map(\.witness) == [[1, 2, 3], [1, 2, 4]])
    #expect(result.violations.map(\.measured) == [3, 4])
    let cut = try Self.judge("count of ad.requested per unit <= 3", records, lost: 3...3)
    #expect(cut.verdict == .inconclusive)
    #expect(cut.undecided.map(\.seq) == [4, 5])
  }

  @Test(arguments: [
    ("count of user.acted per 5 min <= 2", 300_000, Verdict.violated),
    ("count of user.acted per 5 min <= 2", 300_001, .holds),
    ("count of user.acted per session within 300 s (t) <= 2", 300_000, .violated),
    ("count of user.acted per session within 5 min <= 3", 300_000, .holds),
    ("count of user.acted per session within 5 min <= 0", 900_000, .violated),
    ("count of user.acted per dismiss_timeout_s <= 2", 600_000, .violated),
    ("count of user.acted per dismiss_timeout_s <= 2", 600_001, .holds),
  ])
  func `a count is limited within every span of time`(
    check: String, passed: Int, verdict: Verdict
  ) throws {
    let result = try Self.judge(
      check, [(10, Self.tap), (100_000, Self.tap), (10 + passed, Self.tap)])
    #expect(result.verdict == verdict)
    #expect(result.activations == 3)
    if verdict == .violated && !check.contains("<= 0") {
      #expect(result.violations.map(\.witness) == [[1, 2, 3]])
    }
    if check == "count of user.acted per 5 min <= 2", verdict == .violated {
      #expect(
        result.violations.map(\.because) == ["user.acted is number 3 within 5 min (limit 2)"])
    }
  }

  @Test func `a span counts the last events, for each key, and active time`() throws {
    let check = "count of ad.requested per unit within 10 s <= 2"
    let times = [0, 20_000, 20_001, 20_002, 40_000, 40_001].enumerated()
    let records = times.map { (t: 1 + $1, fields: Self.requested($0)) }
    let result = try Self.judge(check, records)
    #expect(result.violations.map(\.witness) == [[2, 3, 4]])
    let away = try Self.judge(
      check,
      [
        (1, Self.requested(1)), (1000, Self.requested(2)), (1500, #"app.entered_background""#),
        (61_500, #"app.entering_foreground""#), (62_000, Self.requested(3)),
      ])
    #expect(away.violations.map(\.witness) == [[1, 2, 3, 5]] || away.verdict == .violated)
  }

  @Test(arguments: [(5000, Verdict.inconclusive), (60_000, .holds)])
  func `a gap outside the span hides no event of it`(passed: Int, verdict: Verdict) throws {
    let result = try Self.judge(
      "count of user.acted per 30 s (t) <= 1",
      [
        (20, #"app.became_active""#), (30, #"app.became_active""#), (40, #"app.became_active""#),
        (40 + passed, Self.tap),
      ], lost: 3...3)
    #expect(result.verdict == verdict)
  }

  @Test(arguments: [
    (#","launch_count":1"#, 3, Verdict.holds), (#","launch_count":1"#, 2, .violated),
    ("", 3, .inconclusive), ("", 2, .violated),
  ])
  func `a count per day needs to know the other sessions of the day`(
    header: String, most: Int, verdict: Verdict
  ) throws {
    // The day of the first three taps ends at 6,400 s.
    let times = [1, 2, 3, 6_400_000, 6_400_001]
    let result = try Self.judge(
      "count of user.acted per day <= \(most)", times.map { ($0, Self.tap) }, header: header)
    #expect(result.verdict == verdict)
    #expect(result.activations == 5)
    #expect(result.violations.map(\.witness) == (most == 2 ? [[1, 2, 3]] : []))
    #expect(
      result.violations.map(\.because)
        == (most == 2 ? ["user.acted is number 3 of its local day (limit 2)"] : []))
  }

  @Test func `a count of app-open shows per day has the verdicts of the daily cap`() throws {
    let text = """
      rule own
        sentence: One show a day.
        formats: app_open
        check: count of ad.will_present per day <= 1
      """
    let own = Judge(rules: try RuleFile.rules(of: text))
    let known = Judge(
      rules: [.dailyCap], overrides: [PolicySetting(.dailyCap, 1)])
    var verdicts: [Verdict: Int] = [:]
    let folders = ["rules", "incidents", "sessions", "google-sample", "counterexamples"]
    for trace in try Journals.traces(in: folders) {
      let said = own.judge(trace)[0]
      let expected = known.judge(trace)[0]
      #expect(said.verdict == expected.verdict, "\(trace.id)")
      #expect(said.violations.map(\.certainAt) == expected.violations.map(\.certainAt))
      verdicts[said.verdict, default: 0] += 1
    }
    #expect(verdicts[.violated, default: 0] > 10 && verdicts[.holds, default: 0] > 10)
  }

  @Test(arguments: ["at every 2nd user.acted: what = play", "at every 2 user.acted: what = play"])
  func `every n-th event of a session is checked`(check: String) throws {
    let whats = ["stop", "play", "play", "stop", "stop"]
    let records = whats.enumerated().map { (t: $0 + 1, fields: #"user.acted","what":"\#($1)""#) }
    let result = try Self.judge(check, records)
    #expect(result.activations == 2)
    #expect(result.violations.map(\.certainAt) == [4])
    let cut = try Self.judge(check, records, lost: 3...3)
    #expect(cut.verdict == .inconclusive && cut.violations.isEmpty)
    let answer = try Self.judge(
      "every 2nd user.acted => ad.requested of the session within 1 s",
      records + [(10_000, #"app.became_active""#)])
    #expect(answer.violations.count == 2)
  }

  @Test(arguments: [
    ("build = release", true), ("build != release", false), ("os in iOS, iPadOS", true),
    ("app_version >= 1.10", false), ("app_version >= 1.9", true), ("app_version < 1.9.1", true),
    ("launch_count > 3 and multi_scene = true", true), ("launch_count > 4", false),
    ("device not given", true), ("device = phone", false), ("os_version = 26", true),
  ])
  func `a rule can be limited to sessions by their header`(
    sessions: String, isJudged: Bool
  ) throws {
    let result = try Self.judge(
      "at user.acted: what = stop", [(1, Self.tap)], sessions: sessions,
      header: #","launch_count":4,"multi_scene":true"#, version: "1.9")
    #expect(result.verdict == (isJudged ? .violated : .notCaptured))
  }

  @Test func `the network of an ad is that of its load`() throws {
    let result = try Self.judge(
      "at ad.present_requested where network given: network != Meta",
      [
        (1, Self.loaded(1) + #","network":"Meta""#), (2, Self.loaded(2) + #","network":"Other""#),
        (3, Self.loaded(3)), (4, Self.present(1)), (5, Self.present(2)), (6, Self.present(3)),
      ])
    #expect(result.activations == 2)
    #expect(
      result.violations.map(\.because) == [
        "ad.present_requested of interstitial ad a-1 has network Meta (network != Meta)"
      ])
  }

  @Test(arguments: [("native.mapped", Verdict.inconclusive), ("ad.impression", .violated)])
  func `a gap before the load of an ad can hide only events that precede a load`(
    kind: String, verdict: Verdict
  ) throws {
    let check = "at native.rendered: an earlier \(kind) of the same ad"
    let result = try Self.judge(
      check,
      [
        (1, #"app.became_active""#), (2, #"app.resigned_active""#), (3, Self.loaded(1, "native")),
        (4, #"native.rendered","ad":"a-1","unit":"u""#),
      ], lost: 3...3)
    #expect(result.verdict == verdict)
  }

  @Test func `a rule judges only its formats`() throws {
    let check = "at ad.expired: an earlier ad.delegate_set of the same ad"
    let result = try Self.judge(
      check, formats: "rewarded",
      [
        (1, Self.loaded(1)), (2, Self.loaded(2, "rewarded")),
        (3, #"ad.expired","ad":"a-1","unit":"u""#), (4, #"ad.expired","ad":"a-2","unit":"u""#),
      ])
    #expect(result.activations == 1)
    // Which ad it is only its load says.
    #expect(result.violations.map(\.witness) == [[2, 4]])
  }
}

@Suite struct `A mistake in a rule file` {
  @Test func `a mistake in a rule file is reported with its line and the unknown word`() throws {
    for (text, line, sentence, word) in Self.wrong {
      do {
        _ = try RuleFile.rules(of: text)
        Issue.record("nothing is said of \(text)")
      } catch {
        #expect(error.sentence == sentence)
        #expect(error.line == line, "\(sentence)")
        #expect(error.word == word, "\(sentence)")
      }
    }
  }

  @Test func `all mistakes of a file are found at once, each with its line and column`() {
    let content = RuleFile.content(
      of: """
        rule one
          sentence: x
          severity: eror
          check: at ad.payed: currency = EUR
        rule two
          sentnce: y
          check: count of ad.paid per ad
            < 3

        rule Three
          sentence: Ä
          formats: interstitial, baner
          sessions: biuld = release
          check: at ad.paid: ad = "ä" and curency = EUR
        rule four
          sentence: fine
          check: at ad.paid: currency = EUR
        """)
    let words = content.errors.map { error in
      "\(error.line):\(error.column) \(error.sentence.split(separator: " ").prefix(4).joined(separator: " "))"
    }
    #expect(
      words == [
        "3:13 invalid severity 'eror' (info,", "4:13 unknown event 'ad.payed'",
        "6:3 unknown line 'sentnce:' (sentence,", "8:5 expected '<=' before the",
        "10:6 invalid rule id 'Three':", "12:26 unknown format 'baner' (app_open,",
        "13:13 the header has no", "14:35 ad.paid has no field",
      ])
    #expect(content.rules.map(\.id) == ["four"])
    #expect(
      content.texts == [
        RuleFile.ComparedText(
          rule: "four", field: .currency, isOfHeader: false, text: "EUR", line: 17, column: 22)
      ])
  }

  /// Words that are taken away, doubled or put elsewhere: what is left is a rule, or is said to be
  /// wrong.
  @Test func `random changes of a rule file either parse or are reported as a mistake`() throws {
    let lines = (FileRules.mirroredText + "\n" + FileRules.othersText).split(separator: "\n")
    let words = lines.flatMap { $0.split(separator: " ").map(String.init) }
    let trace = try #require(Journals.traces(in: ["incidents"]).first)
    var (understood, refused) = (0, 0)
    for seed in 0..<4000 as Range<UInt64> {
      var dice = Dice(seed: seed)
      let text = Self.changed(lines.map(String.init), words, &dice)
      do {
        let rules = try RuleFile.rules(of: text)
        understood += 1
        if understood % 50 == 0 { #expect(Judge(rules: rules).judge(trace).count == rules.count) }
      } catch {
        refused += 1
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(0...count ~= error.line && !error.sentence.isEmpty, "seed \(seed): \(text)")
      }
    }
    #expect(understood > 200 && refused > 200)
  }

  /// Two rules with one to three words changed.
  private static func changed(_ lines: [String], _ words: [String], _ dice: inout Dice) -> String {
    let starts = lines.indices.filter { lines[$0].hasPrefix("rule ") }
    let first = Int.random(in: 0..<starts.count - 2, using: &dice)
    var text = lines[starts[first]..<starts[first + 2]].joined(separator: "\n")
      .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let place = Int.random(in: 0..<text.count, using: &dice)
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: text.remove(at: place)
      case 1: text.insert(text[place], at: place)
      case 2: text[place] = words.randomElement(using: &dice) ?? ""
      default: text.swapAt(place, Int.random(in: 0..<text.count, using: &dice))
      }
    }
    return text.joined(separator: " ")
  }

  private static func rule(_ check: String) -> String {
    "# Ours.\n\nrule own\n  sentence: It is so.\n  check: \(check)\n"
  }

  private static let wrong: [(String, Int, String, String)] = [
    ("", 0, "no rules; a rule begins with 'rule ID'", ""),
    ("sentence: x", 1, "a rule begins with 'rule ID'", ""),
    (
      "rule Own_1\nsentence: x\ncheck: y", 1,
      "invalid rule id 'Own_1': use lower-case letters, digits and '-'", ""
    ),
    ("rule own\n\ncheck: y", 1, "the rule 'own' has no line 'sentence:'", ""),
    ("rule own\nsentence: x", 1, "the rule 'own' has no line 'check:'", ""),
    (
      "rule own\nsentnce: x", 2,
      "unknown line 'sentnce:' (sentence, severity, formats, sessions, check, remedy, link)",
      "sentnce"
    ),
    (
      "rule own\nwhat else", 2,
      "unexpected line 'what else'; a line of a rule has the form 'NAME: VALUE'", ""
    ),
    (
      "rule own\nsentence: x\nsentence: y", 3, "the rule 'own' has two lines 'sentence:'", ""
    ),
    (
      "rule own\nsentence: x\nseverity: eror\ncheck: y", 3,
      "invalid severity 'eror' (info, warning, error)", "eror"
    ),
    (
      "rule own\nsentence: x\nformats: baner\ncheck: y", 3,
      """
      unknown format 'baner' (app_open, interstitial, rewarded, rewarded_interstitial, banner, \
      native, full-screen, all)
      """, "baner"
    ),
    (
      "rule dismiss-once\nsentence: x\ncheck: at ad.paid: currency = EUR", 1,
      "a rule 'dismiss-once' exists already", ""
    ),
    (rule("at ad.payed: currency = EUR"), 5, "unknown event 'ad.payed'", "ad.payed"),
    (
      rule("at ad.paid: curency = EUR"), 5,
      "ad.paid has no field 'curency' (ad, unit, value_micros, currency, precision)", "curency"
    ),
    (rule("at ad.loaded: waterfall given"), 5, "rules cannot use the field 'waterfall'", ""),
    (rule("at ad.paid: format = banner"), 5, "to select a format, use the line 'formats:'", ""),
    (
      rule("at ad.paid: precision = exact"), 5,
      "invalid value 'exact' for 'precision' (unknown, estimated, publisher, precise)", "exact"
    ),
    (
      rule("at ad.paid: value_micros > much"), 5, "'value_micros' must be a number, not 'much'",
      ""
    ),
    (
      rule("at ad.paid: currency < EUR"), 5,
      "'<', '<=', '>' and '>=' need a number, and 'currency' is not a number", ""
    ),
    (rule("at ad.requested: test = maybe"), 5, "'test' must be true or false, not 'maybe'", ""),
    (
      rule("at ad.paid currency = EUR"), 5,
      "expected ':' between the events and the condition, but found 'currency'", ""
    ),
    (rule("at ad.paid: currency = EUR USD"), 5, "unexpected 'USD' at the end of the formula", ""),
    (rule("at ad.paid: currency = \"EUR"), 5, "missing closing quotation mark", ""),
    (
      rule("at ad.paid: an earlier ad.impression"), 5,
      "expected 'of' before the correlation ('of the same ad'), but found the end of the formula",
      ""
    ),
    (
      rule("ad.paid => ad.impression of the same advert within 5 s"), 5,
      "unknown correlation 'advert' (ad, request, load, unit, slot, scene, session)", "advert"
    ),
    (
      rule("ad.paid => user.acted of the same ad within 5 s"), 5, "user.acted has no ad",
      ""
    ),
    (
      rule("ad.paid => ad.impression of the same ad"), 5,
      "expected 'within' before the time limit of the answer, but found the end of the formula", ""
    ),
    (
      rule("ad.paid => ad.impression of the same ad within 5 weeks"), 5,
      "unknown unit of time 'weeks' (ms, s, min, h, d)", ""
    ),
    (
      rule("ad.paid => ad.impression of the same ad within impresion_s"), 5,
      "'impresion_s' is neither a time nor a threshold in seconds", "impresion_s"
    ),
    (
      rule("ad.paid => ad.impression of the same ad within 5 s (t)"), 5,
      "'(t)' is not allowed here: the limit of an answer is active time", ""
    ),
    (
      rule("ad.loaded => attempt of the same ad within 5 s"), 5,
      "'attempt' cannot be an answer; use 'ad.present_requested' or 'ad.will_present'", ""
    ),
    (
      rule("count of ad.paid per ad <= many"), 5,
      "the maximum count must be a whole number from 0 to 1000", ""
    ),
    (
      rule("at every third ad.paid: ad given"), 5,
      "'third' must be a number from 1 to 1000, such as 3rd", ""
    ),
    (
      rule("count of ad.paid per week <= 3"), 5,
      "unknown correlation 'week' (ad, request, load, unit, slot, scene, session, day, "
        + "a time such as 5 min)", "week"
    ),
    (
      rule("count of ad.paid per 5 weeks <= 3"), 5,
      "unknown unit of time 'weeks' (ms, s, min, h, d)", ""
    ),
    (
      rule("count of ad.paid per ad < 3"), 5,
      "expected '<=' before the maximum count, but found '<'", ""
    ),
  ]
}
