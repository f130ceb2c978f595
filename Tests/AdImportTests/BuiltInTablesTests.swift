@testable import AdImport
import AdSession
import CLogTables
import Testing

/// The tables of the program: which messages they know, and those that only look like them.
struct BuiltInTablesTests {
  private static func match(_ text: String, tag: String = "") -> PatternMatch? {
    let bytes = Array((tag + text).utf8)
    let split = tag.utf8.count
    return PatternSet.builtIn.first(in: bytes, split..<bytes.count, tag: 0..<split)
  }

  @Test func `Each table has rows and no fault, each row a link and a literal or a tag`() throws {
    for number in 0..<log_table_count() {
      let table = log_table_at(number)
      let name = String(cString: table.name)
      let rows = try PatternTable(PatternTable.bytes(of: table), named: name).rows
      #expect(!rows.isEmpty, "\(name)")
      for row in rows {
        #expect(row.link != "-", "\(row.place)")
        let isQuick =
          !row.pattern.literals.isEmpty || !row.tags.isEmpty || row.meaning == .fact
        #expect(isQuick, "\(row.place)")
      }
    }
    #expect(PatternTable.builtIn.count == log_table_count())
  }

  private static let events: [(text: String, kind: EventKind, format: Word?)] = [
    ("Start loading app open ad.", EventKind.adRequested, Word.appOpen),
    ("App open ad loaded successfully.", .adLoaded, .appOpen), ("Ad was loaded.", .adLoaded, nil),
    ("Loading Succeeded", .adLoaded, nil), ("Ad loaded.", .adLoaded, nil),
    ("onAdLoaded()", .adLoaded, nil), ("bannerViewDidReceiveAd(_:)", .adLoaded, .banner),
    ("App open ad will be displayed.", .adPresentRequested, .appOpen),
    ("App open ad is will be presented.", .adWillPresent, .appOpen),
    ("Rewarded interstitial ad will be presented.", .adWillPresent, .rewardedInterstitial),
    ("Ad did present full screen content.", .adWillPresent, nil),
    ("Ad showed fullscreen content.", .adWillPresent, nil),
    ("[Ads] \u{2705} The interstitial ad was dismissed!", .adDismissed, .interstitial),
    ("flutter: Ad dismissed fullscreen content.", .adDismissed, nil),
    ("The ad was shown.", .adWillPresent, nil),
    ("Ad did record an impression.", .adImpression, nil),
    ("Ad recorded an impression.", .adImpression, nil), ("Ad was clicked.", .adClicked, nil),
    ("User earned the reward.", .adRewardEarned, nil),
    ("applicationDidEnterBackground(_:)", .appEnteredBackground, nil),
    ("AdManager: rewarded video ad loaded", .adLoaded, .rewarded),
    ("<color=green>Banner did load: top", .adLoaded, .banner),
    ("Listener.onAdClicked", .adClicked, nil), ("Loading an ad", .adRequested, nil),
    ("AdManagerInterstitialAd was clicked", .adClicked, .interstitial),
  ]

  @Test(arguments: events)
  func `A known sentence is read as its event`(text: String, kind: EventKind, format: Word?) throws
  {
    let found = try #require(Self.match(text))
    #expect(found.row.meaning == .event(kind))
    #expect(found.text(.format).flatMap(AdLabels.format) == format)
    #expect(!found.row.isOfSDK)
  }

  @Test(arguments: [
    "Ad was loaded by nobody", "Ad wasn't loaded yet.", "Advert was loaded.", "Loading ads",
    "onAdLoaded was not called", "Add was dismissed.", "bad was loaded", "The user was dismissed.",
    "Ad", "", "[Ads]", "Will the ad was loaded", "\u{1F4A5}", "App open", "loading", "Ad load",
    "onAdFailedToLoad was not called", "native loaded: library.so", "Reloading ad",
  ])
  func `A text that only resembles a known sentence is no event`(text: String) {
    if case .event(let kind) = Self.match(text)?.row.meaning { Issue.record("\(kind)") }
  }

  /// A load error as each platform prints it, and its facts.
  private static let errors: [(text: String, code: Int64?, domain: String?, message: String?)] = [
    (
      "Failed to load interstitial ad with error: Error Domain=com.google.admob Code=1 \"No ad.\"",
      Int64(1), "com.google.admob", "No ad."
    ),
    (
      "AppOpenAd failed to load: LoadAdError(code: 3, domain: com.google.android.gms.ads, "
        + "message: No fill., responseInfo: null)", 3, "com.google.android.gms.ads", "No fill."
    ),
    (
      "Ad failed to load with error: {\"Code\": 0, \"Message\": \"Internal, error\", "
        + "\"Domain\": \"d\"}", 0, "d", "Internal, error"
    ),
    ("Ad failed to load : 3", 3, nil, nil), ("Ad failed to load: Code=-7", -7, nil, nil),
    ("App open ad failed to load with error: Request Error: No ad to show.", 1, nil, nil),
    ("Ad failed to load with error: The network was lost.", nil, nil, nil),
    ("Ad failed to load: 99999999999999999999", nil, nil, nil),
    ("onAdFailedToLoad: 3", 3, nil, nil), ("onAdFailedToLoad", nil, nil, nil),
    (
      "onAdFailedToLoad(): Error Domain=a Code=8 \"b\" UserInfo={Error Domain=c Code=9 \"d\"}", 8,
      "a", "b"
    ),
  ]

  @Test(arguments: errors)
  func `The code, domain and message of an error are read`(
    text: String, code: Int64?, domain: String?, message: String?
  ) throws {
    let found = try #require(Self.match(text))
    #expect(found.row.meaning == .event(.adFailedToLoad))
    #expect(found.text(.code).flatMap { Int64($0) } == code)
    #expect(found.text(.domain) == domain)
    #expect(found.text(.message) == message)
  }

  @Test func `A message without a code but with a known text gives the cause`() {
    let found = Self.match("Ad failed to load with error: No fill.")
    #expect(found?.text(.cause) == "no_fill" && found?.text(.code) == nil)
    #expect(Self.match("Ad failed to load: timeout")?.text(.cause) == nil)
  }

  @Test func `The unit of a line, the amount of a reward and the version of the SDK are read`() {
    let unit = "ca-app-pub-3940256099942544/9257395921"
    for text in [
      "Ad was loaded: \(unit).", "[\(unit)] Ad was loaded.", "Ad failed to load: \(unit) code: 3",
      "Ad failed to load: code: 3, \(unit)", "onAdLoaded(\(unit))",
    ] {
      #expect(Self.match(text)?.text(.unit) == unit, "\(text)")
    }
    #expect(Self.match("Ad failed to load: \(unit) code: 3")?.text(.code) == "3")
    #expect(Self.match("Ad was loaded: ca-app-pub-39402560/")?.text(.unit) == nil)
    let reward = Self.match("Reward received with currency coins, amount 10.5")
    #expect(reward?.text(.amount) == "10.5" && reward?.text(.type) == "coins")
    let version = Self.match("Google Mobile Ads SDK Version: 24.1.0")
    #expect(version?.row.meaning == .version && version?.text(.version) == "24.1.0")
    let device = Self.match("<Google> This request is sent from a test device.")
    #expect(device?.row.meaning == .testDevice && device?.row.sdk == "google-mobile-ads")
  }

  @Test func `The tag decides whether Google's SDK or the app wrote a failure`() throws {
    let ofSDK = try #require(Self.match("Ad failed to load : 3", tag: "Ads"))
    #expect(ofSDK.row.isOfSDK && ofSDK.row.sdk == "google-mobile-ads")
    let ofApp = try #require(Self.match("Ad failed to load : 3", tag: "MyAds"))
    #expect(!ofApp.row.isOfSDK && ofApp.row.sdk == nil)
  }

  private static let waterfalls: [(text: String, kind: EventKind?, texts: [String?])] = [
    (
      "[TaskProcessMediationWaterfall:9c33:REWARDED] Waterfall loaded in 664ms from X",
      EventKind.adLoaded, ["9c33", "REWARDED", nil, nil, "664ms"]
    ),
    (
      "[AppLovinSdk] DEBUG [ALTaskProcessMediationWaterfall] Waterfall failed in 4ms for INTER ad "
        + "unit 51ab with error: MaxError{code=204, message=\"No, fill\", networkErrorCode=-1}",
      .adFailedToLoad, ["51ab", "INTER", "204", "No, fill", "4ms"]
    ),
    ("[AppLovinSdk] DEBUG [ALMediationAdapter] Banner ad loaded", nil, []),
    ("[AppLovinSdk] DEBUG [ALTaskProcessMediationWaterfall] Loading ad 1 of 7 from X", nil, []),
  ]

  @Test(arguments: waterfalls)
  func `Only the end of a waterfall is an event of AppLovin's SDK`(
    text: String, kind: EventKind?, texts: [String?]
  ) throws {
    let found = try #require(Self.match(text))
    #expect(found.row.sdk == "applovin-max" && found.row.isOfSDK)
    #expect(found.row.meaning == kind.map { .event($0) } ?? .inner)
    if kind != nil {
      let fields: [PatternField] = [.unit, .format, .code, .message, .latency]
      #expect(fields.map { found.text($0) } == texts)
    }
    #expect(Self.match("Banner ad loaded", tag: "AppLovinSdk")?.row.meaning == .unknown)
  }

  @Test(arguments: [
    ("INTER", Word.interstitial), ("rewarded video", .rewarded),
    (
      "REWARDED_INTER",
      .rewardedInterstitial
    ), ("app-open ad", .appOpen), ("APPOPEN", .appOpen), ("MREC", .banner),
    ("LEADER", .banner), ("Banner Ads", .banner), ("nativeAdView", .native), ("ad", nil), ("", nil),
  ])
  func `A label is the format that it names`(label: String, format: Word?) {
    #expect(AdLabels.format(label) == format)
  }
}
