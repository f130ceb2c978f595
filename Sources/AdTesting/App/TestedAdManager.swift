/// The ad manager under test, as the simulated phone calls it.
///
/// All calls come on one thread. Tasks that the manager starts run on that thread as well, on the
/// main actor or without one, as soon as the call returns and in a fixed order. An error thrown by
/// a method fails the test. Every method has a default implementation that does nothing. A manager
/// can be the delegate of its own ads.
public protocol TestedAdManager: SimulatedAdDelegate {
  /// The consent of the user changed; the first call may come before the SDK has started.
  func consentChanged(canRequestAds: Bool) throws
  /// The SDK was started, so the manager may load ads.
  func sdkStarted() throws
  /// The app became active: after the launch, after a dialog, or on return from the background.
  func appBecameActive() throws
  /// The app will resign active.
  func appResignedActive() throws
  /// The app entered the background.
  func appEnteredBackground() throws
  /// The app will enter the foreground.
  func appEnteringForeground() throws
  /// The process will end.
  func appTerminating() throws
  /// The device was locked; reported before or after the app enters the background, or never.
  func deviceLocked() throws
  /// A window was opened; its placements are in ``SimulatedPhone/placements``.
  func windowOpened(_ window: AdWindow) throws
  /// A window was rotated or resized.
  func windowResized(_ window: AdWindow) throws
  /// A window was closed for good; its placements are gone.
  func windowClosed(_ window: AdWindow) throws
  /// A consent form appeared over the app.
  func consentFormAppeared() throws
  /// The consent form was closed.
  func consentFormClosed() throws
  /// The server of the app sent another policy, one of ``TestedApp/remotePolicies``.
  ///
  /// - Parameter policy: All thresholds that are in force now, as in ``SimulatedPhone/policy``.
  func policyChanged(_ policy: AdPolicy) throws
  /// The main content appeared on the screen.
  func contentShown() throws
  /// The user performed an action in the app, such as finishing a level.
  func userActed() throws
  /// The app opened something that covers it, such as a picker: do not show an ad on return.
  func suppressionBegan() throws
  /// Whatever the app opened was closed.
  func suppressionEnded() throws
  /// The app is ready to close its loading screen.
  ///
  /// Call ``SimulatedPhone/finishSplash()`` once, now or when the ad on the loading screen is gone.
  func readyToFinishSplash() throws
  /// The app offers an opportunity to show an ad: a level ended, the user tapped a button.
  ///
  /// The tap on the button of a rewarded ad is a user action; ``userActed()`` is called before.
  func wantsToShow(_ placement: AdPlacement) throws
  /// The view of a banner or a row for a native ad appeared on the screen, for the first time or
  /// again.
  func viewAppeared(_ placement: AdPlacement) throws
  /// The user scrolled a view off the screen; it can come back.
  func viewDisappeared(_ placement: AdPlacement) throws
  /// A view is gone for good: its page was closed, its list loaded again, or its window closed.
  func viewRemoved(_ placement: AdPlacement) throws
}

extension TestedAdManager {
  /// Does nothing by default.
  public func consentChanged(canRequestAds: Bool) throws {}
  /// Does nothing by default.
  public func sdkStarted() throws {}
  /// Does nothing by default.
  public func appBecameActive() throws {}
  /// Does nothing by default.
  public func appResignedActive() throws {}
  /// Does nothing by default.
  public func appEnteredBackground() throws {}
  /// Does nothing by default.
  public func appEnteringForeground() throws {}
  /// Does nothing by default.
  public func appTerminating() throws {}
  /// Does nothing by default.
  public func deviceLocked() throws {}
  /// Does nothing by default.
  public func windowOpened(_ window: AdWindow) throws {}
  /// Does nothing by default.
  public func windowResized(_ window: AdWindow) throws {}
  /// Does nothing by default.
  public func windowClosed(_ window: AdWindow) throws {}
  /// Does nothing by default.
  public func consentFormAppeared() throws {}
  /// Does nothing by default.
  public func consentFormClosed() throws {}
  /// Does nothing by default.
  public func policyChanged(_ policy: AdPolicy) throws {}
  /// Does nothing by default.
  public func contentShown() throws {}
  /// Does nothing by default.
  public func userActed() throws {}
  /// Does nothing by default.
  public func suppressionBegan() throws {}
  /// Does nothing by default.
  public func suppressionEnded() throws {}
  /// Does nothing; the manager of an app with a loading screen must implement it.
  public func readyToFinishSplash() throws {}
  /// Does nothing by default.
  public func wantsToShow(_ placement: AdPlacement) throws {}
  /// Does nothing by default.
  public func viewAppeared(_ placement: AdPlacement) throws {}
  /// Does nothing by default.
  public func viewDisappeared(_ placement: AdPlacement) throws {}
  /// Does nothing by default.
  public func viewRemoved(_ placement: AdPlacement) throws {}
}

/// The callbacks of an ad, which holds its delegate weakly.
///
/// Every method has a default implementation that does nothing.
public protocol SimulatedAdDelegate: AnyObject {
  /// The ad is about to appear.
  func adWillPresent(_ ad: SimulatedFullScreenAd) throws
  /// The ad failed to present, with an error code of the SDK.
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) throws
  /// The ad was dismissed.
  func adDismissed(_ ad: SimulatedFullScreenAd) throws
  /// The user earned a reward; call ``SimulatedFullScreenAd/grantReward()`` to grant it.
  func adEarnedReward(_ ad: SimulatedFullScreenAd) throws
  /// The network reported that the ad expired.
  func adExpired(_ ad: SimulatedFullScreenAd) throws
  /// A banner or native ad was seen.
  func adRecordedImpression(_ ad: SimulatedViewAd) throws
  /// The user clicked a banner or native ad.
  func adRecordedClick(_ ad: SimulatedViewAd) throws
}

extension SimulatedAdDelegate {
  /// Does nothing by default.
  public func adWillPresent(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing by default.
  public func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) throws {}
  /// Does nothing by default.
  public func adDismissed(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing by default.
  public func adEarnedReward(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing by default.
  public func adExpired(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing by default.
  public func adRecordedImpression(_ ad: SimulatedViewAd) throws {}
  /// Does nothing by default.
  public func adRecordedClick(_ ad: SimulatedViewAd) throws {}
}
