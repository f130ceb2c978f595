internal import AdSession

/// What a line of a log says of ads, as far as the line alone tells it.
struct AdSentence {
  /// What it says.
  enum What: Equatable {
    /// An event of an ad or of the app.
    case event(EventKind)
    /// Something to see on a timeline that is no event.
    case remark
    /// The ad SDK serves test ads here.
    case testDevice
    /// The version of the ad SDK.
    case version(String)
    /// Something known that is nothing to a journal.
    case nothing
  }

  var what: What
  /// Which wording was used: two wordings of one thing can be two callers that tell it.
  var wording = 0
  /// The ad's format, where the sentence names it.
  var format: Word?
  /// The format of ads of which no sentence names it, where a user says so.
  var presumed: Word?
  /// The ad unit, where the line has one.
  var unit: String?
  /// The code of an error.
  var code: Int64?
  /// The domain of an error.
  var domain: String?
  /// The message of an error.
  var message: String?
  /// The amount of a reward.
  var amount: Double?

  init(_ what: What) { self.what = what }

  /// The kind of its event; nil where it is none.
  var kind: EventKind? {
    if case .event(let kind) = what { kind } else { nil }
  }
}

/// The sentences that are known: those of Google's ad SDKs and of its published sample apps.
///
/// Sources: the samples of `googleads/googleads-mobile-ios-examples` and
/// `googleads/googleads-mobile-android-examples` (Swift, Objective-C, Kotlin, Java), the names of
/// the SDK's callbacks, which apps print, and lines of the SDK in public reports (tag `Ads`,
/// `<Google>`). All are in small letters. A sentence that is not here is no event: add it here, and
/// a line of it to the logs of the tests.
enum AdSentences {
  /// What a sentence can be about, with the format that this tells; the longer before the shorter.
  static let subjects: [(text: StaticString, format: Word?)] = [
    ("rewarded interstitial ad", .rewardedInterstitial),
    ("rewarded interstitial", .rewardedInterstitial),
    ("rewardedinterstitialad", .rewardedInterstitial),
    ("admanagerinterstitialad", .interstitial), ("interstitial ad", .interstitial),
    ("interstitialad", .interstitial), ("interstitial", .interstitial),
    ("rewarded video ad", .rewarded), ("rewarded ad", .rewarded), ("rewardedad", .rewarded),
    ("app open ad", .appOpen), ("app-open ad", .appOpen), ("appopenad", .appOpen),
    ("banner ad", .banner), ("bannerad", .banner), ("banner", .banner),
    ("native ad", .native), ("nativead", .native), ("ad", nil),
  ]

  /// What is said behind a subject; the longer before the shorter.
  static let predicates: [(text: StaticString, what: AdSentence.What)] = [
    ("loaded successfully", .event(.adLoaded)), ("was loaded", .event(.adLoaded)),
    ("did load", .event(.adLoaded)), ("loaded", .event(.adLoaded)),
    ("failed to load", .event(.adFailedToLoad)),
    ("did fail to present full screen content", .event(.adFailedToPresent)),
    ("failed to present", .event(.adFailedToPresent)),
    ("failed to show", .event(.adFailedToPresent)),
    ("will be displayed", .event(.adPresentRequested)),
    ("is will be presented", .event(.adWillPresent)),
    ("will be presented", .event(.adWillPresent)),
    ("will present full screen content", .event(.adWillPresent)),
    ("did present full screen content", .event(.adWillPresent)),
    ("showed fullscreen content", .event(.adWillPresent)),
    ("showed full screen content", .event(.adWillPresent)),
    ("will dismiss full screen content", .event(.adWillDismiss)),
    ("did dismiss full screen content", .event(.adDismissed)),
    ("dismissed fullscreen content", .event(.adDismissed)),
    ("dismissed full screen content", .event(.adDismissed)),
    ("was dismissed", .event(.adDismissed)), ("dismissed", .event(.adDismissed)),
    ("did record an impression", .event(.adImpression)),
    ("recorded an impression", .event(.adImpression)),
    ("did record a click", .event(.adClicked)), ("recorded a click", .event(.adClicked)),
    ("was clicked", .event(.adClicked)),
    ("was shown", .event(.adWillPresent)),
    ("is not ready yet", .remark), ("wasn't ready yet", .remark), ("wasn't ready", .remark),
    ("is already showing", .remark),
  ]

  /// What is said before a subject.
  static let openers: [(text: StaticString, what: AdSentence.What)] = [
    ("start loading ", .event(.adRequested)), ("loading ", .event(.adRequested)),
    ("failed to load ", .event(.adFailedToLoad)),
    ("failed to present ", .event(.adFailedToPresent)),
    ("failed to show ", .event(.adFailedToPresent)),
  ]

  /// Sentences by their beginning, without a subject of their own.
  static let whole: [(text: StaticString, what: AdSentence.What)] = [
    ("loading succeeded", .event(.adLoaded)), ("will show ad", .event(.adPresentRequested)),
    ("user earned the reward", .event(.adRewardEarned)),
    ("the user earned the reward", .event(.adRewardEarned)),
    ("reward received with currency", .event(.adRewardEarned)),
    ("this request is sent from a test device", .testDevice),
    ("google mobile ads sdk version: ", .version("")),
    ("to get test ads on this device", .nothing), ("use requestconfiguration", .nothing),
    ("use new consentdebugsettings", .nothing), ("note that test device", .nothing),
    ("starting ad request", .nothing), ("gma debug ", .nothing),
  ]

  /// The names of callbacks; a name is followed by nothing, a bracket, a colon or a full stop.
  static let callbacks: [(text: StaticString, what: AdSentence.What, format: Word?)] = [
    ("onadloaded", .event(.adLoaded), nil), ("onadfailedtoload", .event(.adFailedToLoad), nil),
    ("onadshowedfullscreencontent", .event(.adWillPresent), nil),
    ("onadfailedtoshowfullscreencontent", .event(.adFailedToPresent), nil),
    ("onaddismissedfullscreencontent", .event(.adDismissed), nil),
    ("onadimpression", .event(.adImpression), nil), ("onadclicked", .event(.adClicked), nil),
    ("onuserearnedreward", .event(.adRewardEarned), nil),
    ("adwillpresentfullscreencontent", .event(.adWillPresent), nil),
    ("addidpresentfullscreencontent", .event(.adWillPresent), nil),
    ("didfailtopresentfullscreencontentwitherror", .event(.adFailedToPresent), nil),
    ("adwilldismissfullscreencontent", .event(.adWillDismiss), nil),
    ("addiddismissfullscreencontent", .event(.adDismissed), nil),
    ("addidrecordimpression", .event(.adImpression), nil),
    ("addidrecordclick", .event(.adClicked), nil),
    ("bannerviewdidreceivead", .event(.adLoaded), .banner),
    ("bannerviewdidrecordimpression", .event(.adImpression), .banner),
    ("bannerviewdidrecordclick", .event(.adClicked), .banner),
    ("applicationdidenterbackground", .event(.appEnteredBackground), nil),
    ("applicationwillenterforeground", .event(.appEnteringForeground), nil),
    ("applicationdidbecomeactive", .event(.appBecameActive), nil),
    ("applicationwillresignactive", .event(.appResignedActive), nil),
    ("applicationwillterminate", .event(.appTerminating), nil),
    ("applicationdidreceivememorywarning", .event(.appMemoryWarning), nil),
  ]

  /// Messages of load errors that stand for one code, where a line has no code.
  static let codes: [(source: LogSource, message: String, code: Int64)] = [
    (.admobIOS, "request error: no ad to show", 1), (.logcat, "no fill.", 3),
  ]
}
