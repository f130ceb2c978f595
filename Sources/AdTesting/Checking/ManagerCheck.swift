/// What the simulation demands of a manager in addition to the rules, because a journal alone
/// cannot show it.
enum ManagerCheck: String, CaseIterable, Sendable {
  case showsWhenItCan = "shows-when-it-can"
  case oneGrantPerShow = "one-grant-per-show"
  case noPresentWhileInactive = "no-present-while-inactive"
  case noInterstitialOnReturn = "no-interstitial-on-return"
  case freshAdIsKept = "fresh-ad-is-kept"
  case splashWaitsForItsAd = "splash-waits-for-its-ad"
  case bannerIsSeen = "banner-is-seen"
  case adLeavesWithItsView = "ad-leaves-with-its-view"

  /// The severity of a violation.
  var severity: RuleSeverity { self == .oneGrantPerShow ? .error : .warning }

  /// The demand in one sentence.
  var sentence: String {
    switch self {
    case .showsWhenItCan: "A manager shows an ad when nothing stands in the way."
    case .oneGrantPerShow: "A show grants its reward once."
    case .noPresentWhileInactive:
      "No ad is presented while the app is inactive or a consent form covers it."
    case .noInterstitialOnReturn: "No interstitial is presented because the user returned."
    case .freshAdIsKept: "A fresh ad is not given up for another one."
    case .splashWaitsForItsAd: "The loading screen stays until the ad presented over it appears."
    case .bannerIsSeen: "A banner is seen for a while before the app requests the next one."
    case .adLeavesWithItsView: "An ad is given up when its view is gone for good."
    }
  }

  /// What to change.
  var remedy: String {
    switch self {
    case .showsWhenItCan:
      "Look for state that is never reset: after a failed load or present, a lost callback, a lock."
    case .oneGrantPerShow:
      "Remember the ads whose reward was granted; the earned callback can come twice."
    case .noPresentWhileInactive:
      "Present only while the app is active, and wait for `consentFormClosed`."
    case .noInterstitialOnReturn:
      "Show interstitials at transitions of the app, not in `appBecameActive`."
    case .freshAdIsKept:
      "Keep a loaded ad until it is shown, expires or no longer fits. Keep a native ad while its "
        + "row is off the screen."
    case .splashWaitsForItsAd:
      "Call `finishSplash` when the ad was dismissed or failed, or a second after `present` at the "
        + "earliest if neither comes."
    case .bannerIsSeen:
      "Refresh at most every 30 seconds, and stop your timer in the background and under a "
        + "full-screen ad."
    case .adLeavesWithItsView:
      "Discard the ad of a view in `viewRemoved`, or keep it for the next view: a few, not all."
    }
  }
}
