import AdAudit
@testable import AdImport
import AdReplay
import JournalInput
import AdRules
import AdSession
import PropertyTesting
import TestReports
import Testing

/// What becomes of whole logs.
struct LogImportTests {
  /// The log as a journal; `options` are changed by a test.
  private static func journal(
    _ lines: [String], _ change: (inout LogImport.Options) -> Void = { _ in }
  ) -> (text: String, log: LogImport) {
    var options = LogImport.Options()
    options.year = 2026
    change(&options)
    var log = LogImport(options)
    for line in lines { log.take(Array(line.utf8)) }
    log.finish()
    var bytes: [UInt8] = []
    log.journal { line, _ in bytes += line }
    return (String(decoding: bytes, as: UTF8.self), log)
  }

  /// Each record but headers and gaps in a few words: `ad.loaded app_open unknown-1 r-1 a-1`.
  private static func events(_ text: String) throws -> [String] {
    try text.split(separator: "\n").compactMap { line in
      let object = try Samples.object(Array(line.utf8))
      let event = object["event"] as? String ?? ""
      if event == "session.began" || event == "recorder.gap" { return nil }
      let words = ["format", "unit", "request", "ad", "text"].compactMap { object[$0] as? String }
      let code = (object["error_code"] as? Int).map { [String($0)] } ?? []
      return ([event] + words + code).joined(separator: " ")
    }
  }

  private static func findings(_ text: String) -> [Damage] {
    let read = Journal.readAll(bytes: Array(text.utf8))
    return read.summary.damage + read.sessions.flatMap(\.damage)
  }

  /// Lines of one process, a second apart.
  private static func said(_ messages: [String], tag: String = "Main") -> [String] {
    messages.enumerated().map { number, message in
      let second = String(number % 60 + 100).dropFirst()
      let minute = String(number / 60 + 100).dropFirst()
      return "11-20 10:\(minute):\(second).000  4711  4711 D \(tag): \(message)"
    }
  }

  @Test func `An ad has one name from load to end, and a later format applies to earlier records`()
    throws
  {
    let journal = Self.journal(
      Self.said([
        "Ad was loaded.", "Ad showed full screen content.", "Ad recorded an impression.",
        "App open ad was dismissed.", "Ad was loaded.",
      ]))
    #expect(
      try Self.events(journal.text) == [
        "ad.loaded app_open unknown-1 r-1 a-1", "ad.will_present app_open unknown-1 a-1",
        "ad.impression app_open unknown-1 a-1", "ad.dismissed app_open unknown-1 a-1",
        "ad.loaded unknown unknown-2 r-2 a-2",
      ])
    #expect(Self.findings(journal.text).isEmpty)
    #expect(journal.log.counts.events == 5 && journal.log.counts.notes == 0)
  }

  @Test func `A message that fits two ads is of an ad of its own, and so are later ones`() throws {
    let journal = Self.journal(
      Self.said([
        "Ad was loaded.", "Ad was loaded.", "Ad showed fullscreen content.", "Ad was dismissed.",
        "Ad was loaded.", "Ad showed fullscreen content.",
      ]))
    #expect(
      try Self.events(journal.text) == [
        "ad.loaded unknown unknown-1 r-1 a-1", "ad.loaded unknown unknown-2 r-2 a-2",
        "ad.will_present unknown unknown-3 a-3", "ad.dismissed unknown unknown-4 a-4",
        "ad.loaded unknown unknown-5 r-5 a-5", "ad.will_present unknown unknown-6 a-6",
      ])
  }

  @Test func `Formats and tags distinguish ads`() throws {
    let formats = Self.journal(
      Self.said([
        "Interstitial ad was loaded.", "App open ad was loaded.", "Interstitial ad was dismissed.",
      ]))
    #expect(
      try Self.events(formats.text).last == "ad.dismissed interstitial unknown-1 a-1")
    let lines =
      Self.said(["Ad was loaded."], tag: "First")
      + Self.said(["", "Ad was loaded."], tag: "Second")
      + Self.said(["", "", "Ad showed fullscreen content."], tag: "First")
      + Self.said(["", "", "", "Ad was clicked."], tag: "Third")
    #expect(
      try Self.events(Self.journal(lines).text).suffix(2) == [
        "ad.will_present unknown unknown-1 a-1", "ad.clicked unknown unknown-3 a-3",
      ])
  }

  @Test func `A meaningless tag or a format from the options identifies the only ad`()
    throws
  {
    func lines(_ tag: String) -> [String] {
      Self.said(["onAdLoaded"], tag: "MainActivity")
        + Self.said(["", "The ad was shown.", "The ad was dismissed."], tag: tag)
    }
    let sample = Self.journal(lines("TAG")).text
    #expect(
      try Self.events(sample) == [
        "ad.loaded unknown unknown-1 r-1 a-1", "ad.will_present unknown unknown-1 a-1",
        "ad.dismissed unknown unknown-1 a-1",
      ])
    #expect(
      try Self.events(Self.journal(lines("Other")).text).last
        == "ad.dismissed unknown unknown-3 a-3")
    let named = Self.journal(lines("Other")) { $0.format = .interstitial }.text
    #expect(try Self.events(named).last == "ad.dismissed interstitial unknown-1 a-1")
  }

  @Test func `A request is matched with its answer, and an ad without a load has a name`()
    throws
  {
    let journal = Self.journal(
      [
        "2026-11-20 10:15:00.000 App[1:1] Start loading app open ad.",
        "2026-11-20 10:15:01.000 App[1:1] App open ad failed to load with error: Code=1 \"None\"",
        "2026-11-20 10:15:02.000 App[1:1] Start loading app open ad.",
        "2026-11-20 10:15:09.000 App[1:1] App open ad will be displayed.",
        "2026-11-20 10:15:10.000 App[1:1] App open ad is will be presented.",
        "2026-11-20 10:15:11.000 App[1:1] App open ad failed to load with error: nobody knows",
      ])
    #expect(
      try Self.events(journal.text) == [
        "ad.requested app_open unknown-1 r-1", "ad.failed_to_load app_open unknown-1 r-1 1",
        "ad.requested app_open unknown-2 r-2",
        "ad.present_requested app_open unknown-3 a-3", "ad.will_present app_open unknown-3 a-3",
        "ad.failed_to_load app_open unknown-4 r-4",
      ])
  }

  @Test func `A failure that the SDK and the app log is one event`() throws {
    let lines = [
      "11-20 10:15:00.000  1  1 D App: Start loading app open ad.",
      "11-20 10:15:02.000  1  1 I Ads: Ad failed to load : 3",
      "11-20 10:15:02.004  1  1 D App: App open ad failed to load with error: No fill.",
      "11-20 10:15:02.900  1  1 I Ads: Ad failed to load : 3",
    ]
    #expect(
      try Self.events(Self.journal(lines).text) == [
        "ad.requested app_open unknown-1 r-1", "ad.failed_to_load app_open unknown-1 r-1 3",
        "ad.failed_to_load unknown unknown-3 r-3 3",
      ])
  }

  @Test func `An event that the SDK and two layers of the app tell is one event`() throws {
    let lines = [
      "11-20 10:15:00.000  1  1 I Ads: Ad failed to load : 3",
      "11-20 10:15:00.001  1  1 D App: onAdFailedToLoad: 3",
      "11-20 10:15:00.002  1  1 D App: Ad failed to load: code 3",
      "11-20 10:15:00.003  1  1 D App: onAdFailedToLoad: 3",
    ]
    #expect(try Self.events(Self.journal(lines).text).count == 2)
  }

  @Test func `Two wordings of one event by one source are one event`() throws {
    let lines = [
      "11-20 10:15:00.000  1  1 D App: Ad was loaded.",
      "11-20 10:15:00.001  1  1 D App: onAdLoaded()",
      "11-20 10:15:00.002  1  1 D App: Ad was loaded.",
    ]
    #expect(try Self.events(Self.journal(lines).text).count == 2)
  }

  @Test func `A line without a time gets that of the line before it, within a second`() throws {
    let journal = Self.journal(
      [
        "2026-11-20 10:15:00.000+0100 App[1:1] nothing", "Ad was loaded.",
        "2026-11-20 10:15:00.900+0100 App[1:1] ", "App open ad was loaded.",
        "2026-11-20 10:15:01.000+0100 App[1:1] nothing",
      ])
    #expect(
      try Self.events(journal.text) == [
        "ad.loaded unknown unknown-1 r-1 a-1", "ad.loaded app_open unknown-2 r-2 a-2",
      ])
    #expect(journal.text.contains("\"wall\":\"2026-11-20T09:15:00.000Z\",\"event\":\"ad.loaded\""))
    #expect(journal.text.contains("\"wall\":\"2026-11-20T09:15:00.900Z\",\"event\":\"ad.loaded\""))
    #expect(!journal.text.contains("\"clock\""))
    #expect(Self.findings(journal.text).isEmpty)
  }

  // MARK: Order alone

  @Test func `A log without times is a journal of the order, whose times are the lines`() throws {
    let journal = Self.journal(["", "Ad was loaded.", "something else", "Ad was dismissed."]) {
      $0.lastChange = 1_795_600_000_000
    }
    #expect(
      try Self.events(journal.text) == [
        "ad.loaded unknown unknown-1 r-1 a-1", "ad.dismissed unknown unknown-1 a-1",
      ])
    let lines = journal.text.split(separator: "\n")
    #expect(lines[0].contains("\"clock\":\"order\""))
    let loaded = try Samples.object(Array(lines[2].utf8))
    #expect(loaded["t"] as? Int == 2)
    #expect(loaded["wall"] as? String == "2026-11-25T09:46:40.000Z")
    #expect(journal.log.counts.sessionsWithoutTimes == 1)
    #expect(Self.findings(journal.text).isEmpty)
  }

  @Test func `An event without a certain time makes the session one of the order alone`() throws {
    let journal = Self.journal(
      [
        "2026-11-20 10:15:00.000+0100 App[1:1] Ad was loaded.", "applicationDidBecomeActive",
        "2026-11-20 10:15:00.500+0100 App[1:1] nothing", "Ad was dismissed.",
        "2026-11-20 10:17:00.000+0100 App[1:1] Ad was loaded.",
        "2026-11-20 10:17:00.000+0100 Other[2:1] Ad was loaded.",
      ])
    let headers = journal.text.split(separator: "\n").filter { $0.contains("session.began") }
    #expect(headers.map { $0.contains("\"clock\":\"order\"") } == [true, false])
    #expect(
      try Self.events(journal.text).prefix(4).map { $0.prefix(12) } == [
        "ad.loaded un", "app.became_a", "ad.dismissed", "ad.loaded un",
      ])
    #expect(Self.findings(journal.text).isEmpty)
  }

  @Test func `Without times, an event that two sources tell in neighbouring lines is one event`()
    throws
  {
    let lines = ["I/Ads: Ad failed to load : 3", "I/flutter (7): BannerAd failed to load: code 3"]
    #expect(try Self.events(Self.journal(lines).text).count == 1)
    let apart = [lines[0]] + Array(repeating: "nothing", count: 12) + [lines[1]]
    #expect(try Self.events(Self.journal(apart).text).count == 2)
  }

  @Test func `Each process is a session, and a clock that goes back begins another one`() throws {
    let loaded = "D Main: Ad was loaded."
    let journal = Self.journal([
      "11-20 10:15:00.000  900  900 I ActivityManager: Start proc 7:com.example.one/u0a1 for x",
      "11-20 10:15:01.000  7  7 \(loaded)", "11-20 10:15:01.500  8  8 \(loaded)",
      "11-20 10:15:00.600  7  7 \(loaded)", "11-20 10:14:59.000  7  7 \(loaded)",
      "11-20 10:16:00.000  900  900 I ActivityManager: Start proc 8:com.example.two/u0a2 for x",
      "11-20 10:16:01.000  8  8 \(loaded)",
    ])
    let headers = journal.text.split(separator: "\n").filter { $0.contains("session.began") }
    let apps = try headers.map { try Samples.object(Array($0.utf8))["app"] as? String }
    #expect(apps == ["com.example.one", "unknown", "com.example.one", "com.example.two"])
    #expect(journal.log.counts.sessions == 4)
    #expect(Self.findings(journal.text).isEmpty)
  }

  @Test func `A repetition of the same lines is a session with another name`() throws {
    let line = "11-20 10:15:05.000  1  1 D Main: Ad was loaded."
    let once = [line, "11-20 10:15:09.000  1  1 D Main: Ad was dismissed."]
    let sessions = Journal.read(bytes: Array(Self.journal(once + once + once).text.utf8))
    let first = try #require(sessions.first?.id)
    #expect(sessions.map(\.id) == [first, "\(first)-2", "\(first)-3"])
    #expect(sessions.flatMap(\.damage).isEmpty)
  }

  @Test func `After lines that logcat dropped, messages are of other ads`() throws {
    let journal = Self.journal(
      Self.said(["Ad was loaded."])
        + ["11-20 10:15:01.000  4711  4711 I chatty: uid=1(com.example) expire 5 lines"]
        + ["11-20 10:15:02.000  4711  4711 D Main: Ad showed fullscreen content."])
    #expect(
      try Self.events(journal.text).dropFirst() == [
        "note uid=1(com.example) expire 5 lines", "ad.will_present unknown unknown-2 a-2",
      ])
  }

  @Test func `The header has only the facts of the log, and a new zone is recorded`() throws {
    let journal = Self.journal(
      [
        "2026-11-20 10:15:00.000+0100 App[1:1] Google Mobile Ads SDK version: 12.3.0",
        "2026-11-20 10:15:00.000+0100 App[1:1] <Google> This request is sent from a test device.",
        "2026-11-20 10:15:01.000+0100 App[1:1] Ad was loaded.",
        "2026-11-20 12:15:02.000+0300 App[1:1] Ad was dismissed.",
        "2026-11-20 12:15:03.000+0300 App[1:1] <Google> what is this?",
      ])
    let header = try #require(journal.text.split(separator: "\n").first)
    let name = try Self.name(header)
    let expected = #"""
      {"v":1,"session":"NAME","seq":1,"t":0,"wall":"2026-11-20T09:15:00.000Z",\#
      "event":"session.began","app":"App","app_version":"unknown","build":"unknown","os":"iOS",\#
      "os_version":"unknown","sdk":"google-mobile-ads","sdk_version":"12.3.0",\#
      "utc_offset_min":60,"test_device":true,"captures":["session","app","load","present","revenue","reward"]}
      """#
    #expect(header == expected.replacing("NAME", with: name))
    #expect(
      journal.text.contains(
        "\"event\":\"app.time_changed\",\"utc_offset_min\":180,\"reason\":\"zone\"}"))
    #expect(
      journal.log.counts.unknown.map { $0.lines } == [1]
        && journal.log.counts.unknown.map { $0.first } == [5])
  }

  private static func name(_ header: Substring) throws -> String {
    let name = try #require(try Samples.object(Array(header.utf8))["session"] as? String)
    #expect(name.wholeMatch(of: /import-[0-9a-f]{16}/) != nil)
    return name
  }

  // MARK: SDKs

  /// Lines of AppLovin's SDK in a real log, shortened: the second of two networks delivers the ad.
  private static let waterfall = [
    "[TaskProcessMediationWaterfall:5a47:REWARDED] Starting waterfall for REWARDED ad unit 5a47",
    "[TaskProcessMediationWaterfall:5a47:REWARDED] Ad failed to load in 12ms with error: "
      + "MaxError{code=204, message=\"No fill\", mediatedNetworkErrorCode=3}",
    "[TaskProcessMediationWaterfall:5a47:REWARDED] Loading ad 2 of 2 from MINTEGRAL_BIDDING",
    "[MintegralMediationAdapterRouter] Rewarded ad loaded",
    "[TaskProcessMediationWaterfall:5a47:REWARDED] Ad loaded in 663ms",
    "[TaskProcessMediationWaterfall:5a47:REWARDED] Waterfall loaded in 664ms from MINTEGRAL",
  ]

  private static func facts(of text: String) throws -> [String] {
    let header = try #require(text.split(separator: "\n").first)
    let object = try Samples.object(Array(header.utf8))
    return ["sdk", "sdk_version", "os"].compactMap { object[$0] as? String }
  }

  @Test func `Only the end of an AppLovin waterfall answers a request, with its unit and format`()
    throws
  {
    let failed =
      "[TaskProcessMediationWaterfall:9c33:INTER] Waterfall failed in 4ms with error: "
      + "MaxError{code=204, message=\"MAX returned no eligible ads.\", mediatedNetworkErrorCode=-1}"
    let journal = Self.journal(Self.said(Self.waterfall + [failed], tag: "AppLovinSdk"))
    #expect(
      try Self.events(journal.text) == [
        "ad.loaded rewarded 5a47 r-1 a-1", "ad.failed_to_load interstitial 9c33 r-2 204",
      ])
    #expect(journal.text.contains("\"error_message\":\"MAX returned no eligible ads.\""))
    #expect(try Self.facts(of: journal.text) == ["applovin-max", "unknown", "Android"])
    #expect(Self.findings(journal.text).isEmpty)
    #expect(journal.log.counts.unknown.isEmpty)
  }

  @Test func `AppLovin's lines in Xcode's console name the unit behind 'ad unit'`() throws {
    let start =
      "2026-11-20 10:15:00.000 App[1:1] [AppLovinSdk] DEBUG [ALTaskProcessMediationWaterfall] "
    let end = "Waterfall loaded in 20ms from APPLOVIN for MREC ad unit 5157"
    let journal = Self.journal([start + end])
    #expect(try Self.events(journal.text) == ["ad.loaded banner 5157 r-1 a-1"])
    #expect(try Self.facts(of: journal.text) == ["applovin-max", "unknown", "iOS"])
    let bare = Self.journal(
      [
        "2026-11-20 10:15:00.000 App[1:1] Google Mobile Ads SDK version: 12.3.0",
        "[AppLovinSdk] INFO [ALMediationService] Loading",
        "2026-11-20 10:15:00.100 App[1:1] Ad was loaded.",
      ])
    #expect(try Self.facts(of: bare.text) == ["applovin-max", "unknown", "iOS"])
  }

  @Test func `The app's request and AppLovin's answer are one load, and so is the app's callback`()
    throws
  {
    let lines =
      Self.said(["Loading rewarded ad."])
      + Self.said(["", Self.waterfall[5]], tag: "AppLovinSdk")
      + ["11-20 10:00:01.400  4711  4711 D Main: Rewarded ad was loaded."]
      + Self.said(["", "", "Rewarded ad was shown."])
    #expect(
      try Self.events(Self.journal(lines.sorted()).text) == [
        "ad.requested rewarded 5a47 r-1", "ad.loaded rewarded 5a47 r-1 a-1",
        "ad.will_present rewarded 5a47 a-1",
      ])
    let unasked = lines.dropFirst().sorted()
    #expect(
      try Self.events(Self.journal(Array(unasked)).text) == [
        "ad.loaded rewarded 5a47 r-1 a-1", "ad.will_present rewarded 5a47 a-1",
      ])
  }

  @Test func `A failure of Google's SDK under AppLovin's is a note, before and after its lines`()
    throws
  {
    let google = "I Ads: Ad failed to load : 3"
    let journal = Self.journal([
      "11-20 10:15:00.000  1  1 \(google)",
      "11-20 10:15:02.000  1  1 D AppLovinSdk: \(Self.waterfall[0])",
      "11-20 10:15:04.000  1  1 \(google)", "11-20 10:15:05.000  2  2 \(google)",
    ])
    #expect(
      try Self.events(journal.text) == [
        "note Ad failed to load : 3", "note Ad failed to load : 3",
        "ad.failed_to_load unknown unknown-1 r-1 3",
      ])
    #expect(journal.log.counts.notes == 2 && journal.log.counts.events == 1)
    #expect(Self.findings(journal.text).isEmpty)
  }

  @Test func `Android's code 0 in a complete log answers the app's request and violates no rule`()
    throws
  {
    let log = [
      "11-20 10:15:00.000  1  1 D App: Loading interstitial ad.",
      "11-20 10:15:01.000  1  1 I Ads: Ad failed to load : 0",
      "11-20 10:16:00.000  1  1 D App: Loading interstitial ad.",
      "11-20 10:16:01.000  1  1 I Ads: Ad failed to load : 0",
      "11-20 10:17:00.000  1  1 D App: Loading interstitial ad.",
      "11-20 10:17:01.000  1  1 D App: Interstitial ad was loaded.",
    ]
    let text = Self.journal(log) {
      $0.captures = [.app, .load, .present]
      $0.format = .interstitial
      $0.units = [(.interstitial, "main")]
    }.text
    #expect(
      try Self.events(text).prefix(4) == [
        "ad.requested interstitial main r-1", "ad.failed_to_load interstitial main r-1 0",
        "ad.requested interstitial main r-2", "ad.failed_to_load interstitial main r-2 0",
      ])
    let session = try #require(
      Samples.audited(lines: text.split(separator: "\n").map(String.init)).first)
    #expect(session.results.allSatisfy { $0.verdict != .violated })
  }

  @Test func `A request that Google's SDK delays is no matter of configuration`() throws {
    let message = "Too many recently failed requests for ad unit ID: ca-app-pub-1/2."
    let text = Self.journal(
      Self.said(["Ad failed to load: LoadAdError(code: 1, message: \(message))"])
    ).text
    #expect(text.contains("\"error_code\":1,\"cause\":\"other\",\"error_message\":\"Too many"))
    let other = Self.journal(Self.said(["Ad failed to load: LoadAdError(code: 1, message: Bad)"]))
    #expect(!other.text.contains("\"cause\""))
  }

  @Test
  func `The mediator is the app's SDK, and the names in its words count without lines of one`()
    throws
  {
    let max = "D AppLovinSdk: \(Self.waterfall[5])"
    let google = "I Ads: Ad failed to load : 3"
    func facts(_ messages: [String], _ sdk: String? = nil) throws -> [String] {
      let lines = messages.enumerated().map { "11-20 10:15:0\($0).000  1  1 \($1)" }
      return try Self.facts(of: Self.journal(lines) { $0.sdk = sdk }.text)
    }
    #expect(try facts([google, max]).first == "applovin-max")
    #expect(try facts([google]).first == "google-mobile-ads")
    #expect(try facts(["D Main: AdMob interstitial was loaded."]).first == "google-mobile-ads")
    #expect(try facts(["D Main: Interstitial was loaded."]).first == "unknown")
    #expect(try facts([google], "levelplay").first == "levelplay")
  }

  @Test func `A line that a console printed twice is one event`() throws {
    let clicked = "11-20 10:15:00.000  1  1 D Main: Interstitial ad was clicked."
    #expect(try Self.events(Self.journal([clicked, clicked]).text).count == 1)
    let later = "11-20 10:15:00.001  1  1 D Main: Interstitial ad was clicked."
    #expect(try Self.events(Self.journal([clicked, later]).text).count == 2)
    let bare = ["Interstitial ad was clicked.", "Interstitial ad was clicked."]
    #expect(try Self.events(Self.journal(bare).text).count == 1)
    let failed = ["Interstitial ad failed to load.", "Interstitial ad failed to load."]
    #expect(try Self.events(Self.journal(failed).text).count == 2)
  }

  @Test func `Network, latency, creative and revenue of a line become fields`() throws {
    let start = "11-20 10:15:00.000  1  1 "
    let paid =
      start + "I Unity: [AppLovin MAX] Invoking event: OnRewardedAdRevenuePaidEvent. Params: 5a47, "
      + "[AdInfo adUnitIdentifier: 5a47, adFormat: REWARDED, networkName: Any, revenue: 0,00042, "
      + "revenuePrecision: exact, dspName: ]"
    let text = Self.journal([start + "D AppLovinSdk: \(Self.waterfall[5])", paid]).text
    #expect(text.contains("\"latency_ms\":664,\"network\":\"MINTEGRAL\""))
    #expect(text.contains("\"value_micros\":420,\"currency\":\"USD\",\"precision\":\"precise\""))
    let google = start + "D Main: onPaidEvent: valueMicros=5000 currencyCode=EUR precisionType=3"
    #expect(
      Self.journal([google]).text.contains(
        "\"value_micros\":5000,\"currency\":\"EUR\",\"precision\":\"unknown\""))
  }

  @Test func `A time without a date is of the day of the file, and midnight is in the log`() throws
  {
    let journal = Self.journal(
      [
        "[23:59:58.000] Interstitial ad was shown.",
        "[00:00:03.500] Interstitial ad was dismissed.",
      ]
    ) { $0.lastChange = 1_795_600_000_000 }
    #expect(journal.text.contains("\"wall\":\"2026-11-25T23:59:58.000Z\""))
    #expect(journal.text.contains("\"t\":5500,\"wall\":\"2026-11-26T00:00:03.500Z\""))
    #expect(journal.log.assumesDate)
  }

  // MARK: Gaps

  /// A log in which an app-open ad is shown after five hours, and never asked for again.
  private static let stale = [
    "2026-11-20 09:00:00.000 App[1:1] App open ad loaded successfully.",
    "2026-11-20 13:59:59.000 App[1:1] applicationDidBecomeActive",
    "2026-11-20 14:00:00.000 App[1:1] App open ad will be displayed.",
    "2026-11-20 14:00:01.000 App[1:1] App open ad is will be presented.",
    "2026-11-20 14:00:05.000 App[1:1] App open ad was dismissed.",
    "2026-11-20 14:30:00.000 App[1:1] applicationDidBecomeActive",
  ]

  private static func verdict(_ rule: String, _ text: String) throws -> Verdict {
    let session = try #require(
      Samples.audited(lines: text.split(separator: "\n").map(String.init)).first)
    let index = try #require(session.rules.firstIndex { $0.id == rule })
    return session.results[index].verdict
  }

  @Test func `A missing event violates a rule only if the options state that the log is complete`()
    throws
  {
    let honest = Self.journal(Self.stale).text
    #expect(try Self.verdict("reload-after-dismiss", honest) == .inconclusive)
    #expect(try Self.verdict("daily-cap", honest) == .notCaptured)
    #expect(try Self.verdict("app-open-max-age", honest) == .violated)
    #expect(honest.split(separator: "\n").count { $0.contains("recorder.gap") } == 7)
    let vouched = Self.journal(Self.stale) {
      $0.captures = [.present, .load, .app, .revenue]
      $0.units = [(.appOpen, "main")]
    }
    #expect(try Self.verdict("reload-after-dismiss", vouched.text) == .violated)
    #expect(vouched.text.split(separator: "\n").count { $0.contains("recorder.gap") } == 1)
    #expect(
      vouched.text.contains("\"captures\":[\"session\",\"app\",\"load\",\"present\",\"revenue\"]"))
    #expect(vouched.log.counts.doubtful == 0)
  }

  @Test func `Unknown units and formats keep the gaps`() throws {
    let changes: [(inout LogImport.Options) -> Void] = [
      { $0.captures = [.app, .load, .present] },
      {
        $0.captures = [.app, .load, .present]
        $0.units = [(.interstitial, "main")]
      },
      {
        $0.captures = [.load, .present]
        $0.units = [(.appOpen, "main")]
      },
    ]
    for change in changes {
      let text = Self.journal(Self.stale, change).text
      #expect(try Self.verdict("reload-after-dismiss", text) == .inconclusive)
    }
    let named = Self.journal(Self.said(["Ad was loaded.", "Ad was dismissed."])) {
      $0.captures = [.app, .load, .present]
      $0.format = .appOpen
      $0.units = [(.appOpen, "main")]
    }
    #expect(named.text.split(separator: "\n").count { $0.contains("recorder.gap") } == 1)
    #expect(try Self.events(named.text).first == "ad.loaded app_open main r-1 a-1")
    let torn = Self.journal(
      [
        "11-20 10:15:05.000  1  1 D App: App open ad was dismissed.",
        "11-20 10:15:01.000  1  1 D App: App open ad was dismissed.",
        "11-20 10:15:02.000  1  1 D App: App open ad failed to show.",
      ]
    ) {
      $0.captures = [.app, .load, .present]
      $0.units = [(.appOpen, "main")]
    }
    // At the end of each, and at the beginning of the second.
    #expect(torn.text.split(separator: "\n").count { $0.contains("recorder.gap") } == 3)
  }

  // MARK: Laws

  @Test func `Any log is imported as a valid journal, twice with the same bytes`() throws {
    let formats = ["Interstitial ad", "Ad", "rewarded", "App open ad", "the banner"]
    let ends = [
      "was loaded", "failed to load: Code=1", "was shown", "was dismissed", "was clicked",
    ]
    let messages =
      formats.flatMap { format in ends.map { "\(format) \($0)" } } + [
        "Ad failed to load : 3", "Ad failed to show: Code=2 \"\u{1B}[31m\"", "expire 3", "",
        "applicationDidEnterBackground", "[AppLovin MAX] Invoking event: OnBannerAdLoadedEvent",
        "onUserEarnedReward: 10 coins", "onInterstitialAdReady", "Loading interstitial ad",
      ]
    var random = Chance(state: 11)
    for round in 0..<120 {
      var lines: [[UInt8]] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let message = messages.randomElement(using: &random) ?? ""
        lines.append(Self.line(message, isAndroid: round % 2 == 0, &random))
      }
      func run() -> (text: [UInt8], counts: LogCounts) {
        var options = LogImport.Options()
        if round % 3 == 0 { options.captures = [.app, .load, .present] }
        if round % 5 == 0 { options.format = .rewarded }
        if round % 7 == 0 { options.units = [(.rewarded, "\u{0}\"main\"")] }
        var log = LogImport(options)
        for line in lines { log.take(line) }
        log.finish()
        var bytes: [UInt8] = []
        log.journal { line, _ in bytes += line }
        return (bytes, log.counts)
      }
      let first = run()
      let text = String(decoding: first.text, as: UTF8.self)
      #expect(Self.findings(text).isEmpty, "round \(round)")
      #expect(Journal.read(bytes: first.text).count == first.counts.sessions)
      #expect(run().text == first.text)
    }
  }

  /// A line in one of the forms, sometimes with bytes changed, cut or put in.
  private static func line(
    _ message: String, isAndroid: Bool, _ random: inout Chance
  ) -> [UInt8] {
    let second = Int.random(in: 10...59, using: &random)
    let process = Int.random(in: 1...3, using: &random)
    let heads =
      isAndroid
      ? [
        "11-20 10:15:\(second).123  \(process)  \(process) I Ads     : ",
        "12-31 23:59:\(second).123 D/Main( \(process)): ", "D/Main( \(process)): ",
        "2026-11-20 10:15:\(second).123 \(process)-\(process)/com.example D/Main: ",
      ]
      : [
        "2026-11-20 10:15:\(second).123456-0600 App[\(process):1] ",
        "9999-12-31 23:59:\(second).123456-0600 App[\(process):1] ",
        "1970-01-01 00:00:\(second)+0600 App[\(process):1] ", "", "Nov 20 10:15:\(second) a b[1]: ",
      ]
    var bytes = Array(((heads.randomElement(using: &random) ?? "") + message).utf8)
    while Int.random(in: 0..<3, using: &random) == 0, !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(index...)
      case 2: bytes.insert(contentsOf: bytes[0..<index], at: index)
      default: bytes.insert(contentsOf: [0xF0, 0x9F, 0x92], at: index)
      }
    }
    return bytes
  }

  @Test
  func `The time of an import is linear in the number of ads, long lines and lines without a time`()
  {
    var log = LogImport(LogImport.Options())
    for line in Self.said(Array(repeating: "Ad was loaded.", count: 3000)) {
      log.take(Array(line.utf8))
    }
    log.take(Array(repeating: UInt8(ascii: "["), count: 1 << 20))
    log.finish()
    #expect(log.counts.events == 3000)
  }
}
