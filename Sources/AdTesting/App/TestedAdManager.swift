/// The ad manager under test, as the simulated phone calls it.
///
/// Every call comes on one thread. What a method throws fails the test with that error. Methods that
/// a manager does not need may be left out. A manager can be the delegate of its ads itself.
public protocol TestedAdManager: SimulatedAdDelegate {
  /// Consent changed; the SDK has not started yet where this comes first.
  func consentChanged(canRequestAds: Bool) throws
  /// The SDK was started: loads may begin.
  func sdkStarted() throws
  /// The app became active: after the launch, a dialog, or a return.
  func appBecameActive() throws
  /// The app will resign active.
  func appResignedActive() throws
  /// The app entered the background.
  func appEnteredBackground() throws
  /// The app will enter the foreground.
  func appEnteringForeground() throws
  /// The process will end.
  func appTerminating() throws
  /// The screen was locked; it can be told before or after the background.
  func deviceLocked() throws
  /// A window was turned or resized.
  func windowResized(_ scene: String) throws
  /// A window was closed for good.
  func windowClosed(_ scene: String) throws
  /// The main content is on the screen.
  func contentShown() throws
  /// The user did something in the app.
  func userActed() throws
  /// The app itself opened something that takes the user away: nothing is to be shown on return.
  func suppressionBegan() throws
  /// What the app opened is closed.
  func suppressionEnded() throws
  /// Nothing but an ad keeps the loading screen up: ``SimulatedPhone/goOn()`` is to be called once,
  /// now or when that ad is gone.
  func readyToGoOn() throws
  /// The app has a moment for an ad: a level ended, the user tapped a button.
  func wantsToShow(_ placement: AdPlacement) throws
}

extension TestedAdManager {
  /// Does nothing, unless the manager has its own.
  public func consentChanged(canRequestAds: Bool) throws {}
  /// Does nothing, unless the manager has its own.
  public func sdkStarted() throws {}
  /// Does nothing, unless the manager has its own.
  public func appBecameActive() throws {}
  /// Does nothing, unless the manager has its own.
  public func appResignedActive() throws {}
  /// Does nothing, unless the manager has its own.
  public func appEnteredBackground() throws {}
  /// Does nothing, unless the manager has its own.
  public func appEnteringForeground() throws {}
  /// Does nothing, unless the manager has its own.
  public func appTerminating() throws {}
  /// Does nothing, unless the manager has its own.
  public func deviceLocked() throws {}
  /// Does nothing, unless the manager has its own.
  public func windowResized(_ scene: String) throws {}
  /// Does nothing, unless the manager has its own.
  public func windowClosed(_ scene: String) throws {}
  /// Does nothing, unless the manager has its own.
  public func contentShown() throws {}
  /// Does nothing, unless the manager has its own.
  public func userActed() throws {}
  /// Does nothing, unless the manager has its own.
  public func suppressionBegan() throws {}
  /// Does nothing, unless the manager has its own.
  public func suppressionEnded() throws {}
  /// Does nothing, unless the manager has its own; an app with a loading screen needs one.
  public func readyToGoOn() throws {}
  /// Does nothing, unless the manager has its own.
  public func wantsToShow(_ placement: AdPlacement) throws {}
}

/// What happens to a full-screen ad; the SDK holds its delegate weakly.
public protocol SimulatedAdDelegate: AnyObject {
  /// The ad comes up.
  func adWillPresent(_ ad: SimulatedFullScreenAd) throws
  /// The ad cannot be shown; the code is the SDK's.
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) throws
  /// The ad is gone.
  func adDismissed(_ ad: SimulatedFullScreenAd) throws
  /// The user earned a reward: ``SimulatedFullScreenAd/grantReward()`` gives it.
  func adEarnedReward(_ ad: SimulatedFullScreenAd) throws
  /// The network says that the ad expired.
  func adExpired(_ ad: SimulatedFullScreenAd) throws
}

extension SimulatedAdDelegate {
  /// Does nothing, unless the manager has its own.
  public func adWillPresent(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing, unless the manager has its own.
  public func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) throws {}
  /// Does nothing, unless the manager has its own.
  public func adDismissed(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing, unless the manager has its own.
  public func adEarnedReward(_ ad: SimulatedFullScreenAd) throws {}
  /// Does nothing, unless the manager has its own.
  public func adExpired(_ ad: SimulatedFullScreenAd) throws {}
}
