@testable import AdImport
import AdSession
import Testing

/// The sentences that are known, and those that only look like them.
struct AdSentenceTests {
  private static func sentence(_ text: String, _ source: LogSource = .admobIOS) -> AdSentence? {
    let bytes = Array(text.utf8)
    return SentenceReader(source: source).sentence(0..<bytes.count, of: bytes)
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
  ]

  @Test(arguments: events)
  func `A known sentence is read as its event`(text: String, kind: EventKind, format: Word?) throws
  {
    let found = try #require(Self.sentence(text))
    #expect(found.kind == kind)
    #expect(found.format == format)
  }

  @Test(arguments: [
    "Ad was loaded by nobody", "Ad wasn't loaded yet.", "Advert was loaded.", "Loading ads",
    "onAdLoaded was not called", "Add was dismissed.", "bad was loaded", "The user was dismissed.",
    "Ad", "", "[Ads]", "Will the ad was loaded", "\u{1F4A5}", "App open", "loading",
  ])
  func `A text that only resembles a known sentence is not read`(text: String) {
    #expect(Self.sentence(text) == nil)
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
  ]

  @Test(arguments: errors)
  func `The code, domain and message of an error are read`(
    text: String, code: Int64?, domain: String?, message: String?
  ) throws {
    let found = try #require(Self.sentence(text))
    #expect(found.kind == .adFailedToLoad)
    #expect(found.code == code)
    #expect(found.domain == domain)
    #expect(found.message == message)
  }

  @Test func `A known error message implies its code only on its own platform`() {
    let noFill = "Ad failed to load with error: No fill."
    #expect(Self.sentence(noFill, .logcat)?.code == 3)
    #expect(Self.sentence(noFill, .admobIOS)?.code == nil)
  }

  @Test func `The unit of a line, the amount of a reward and the version of the SDK are read`() {
    #expect(
      Self.sentence("Ad was loaded: ca-app-pub-3940256099942544/9257395921.")?.unit
        == "ca-app-pub-3940256099942544/9257395921")
    #expect(Self.sentence("Ad was loaded: ca-app-pub-39402560/")?.unit == nil)
    #expect(
      Self.sentence("Reward received with currency coins, amount 10.5")?.amount == 10.5)
    #expect(
      Self.sentence("Google Mobile Ads SDK Version: 24.1.0")?.what == .version("24.1.0"))
    #expect(
      Self.sentence("<Google> This request is sent from a test device.")?.what == .testDevice)
  }
}
