internal import AdSession

/// The meaning of one line of a log, without its context.
struct AdSentence {
  /// The meaning of a sentence.
  enum What: Equatable {
    /// An event of an ad or of the app.
    case event(EventKind)
    /// Information for the timeline that is not an event.
    case remark
    /// The ad SDK serves test ads to this device.
    case testDevice
    /// The version of the ad SDK.
    case version(String)
    /// A known message that a journal does not need.
    case nothing
  }

  var what: What
  /// The number of the wording; two wordings of one event can come from two callers.
  var wording = 0
  /// The ad format, if the sentence contains it.
  var format: Word?
  /// The format that the user set for ads without one in the log.
  var presumed: Word?
  /// The ad unit, if the line contains one.
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

  /// The kind of the event; nil if the sentence is not an event.
  var kind: EventKind? {
    if case .event(let kind) = what { kind } else { nil }
  }
}

/// The known sentences: those of Google's ad SDKs and of its published sample apps.
///
/// Sources: the samples of `googleads/googleads-mobile-ios-examples` and
/// `googleads/googleads-mobile-android-examples` (Swift, Objective-C, Kotlin, Java), the names of
/// the SDK's callbacks, which apps print, and lines of the SDK in public reports (tag `Ads`,
/// `<Google>`). All are in lower case. To import another sentence, add it here, and add a line with
/// it to the logs of the tests.
enum AdSentences {
  /// The subjects of sentences with their ad formats; longer texts before their prefixes.
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

  /// The texts after a subject; longer texts before their prefixes.
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

  /// The texts before a subject.
  static let openers: [(text: StaticString, what: AdSentence.What)] = [
    ("start loading ", .event(.adRequested)), ("loading ", .event(.adRequested)),
    ("failed to load ", .event(.adFailedToLoad)),
    ("failed to present ", .event(.adFailedToPresent)),
    ("failed to show ", .event(.adFailedToPresent)),
  ]

  /// The beginnings of sentences without a subject.
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

  /// The names of callbacks; the line ends after it, or a bracket, a colon or a full stop follows.
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

  /// The error codes of known messages, for lines without a code.
  static let codes: [(source: LogSource, message: String, code: Int64)] = [
    (.admobIOS, "request error: no ad to show", 1), (.logcat, "no fill.", 3),
  ]
}
