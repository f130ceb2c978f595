/// The reason why no ad may be requested for a placement.
public enum LoadBlocker: Equatable, Sendable {
  /// The app is terminating.
  case terminating
  /// The scene is disconnected.
  case closedScene
  /// The scene is in landscape orientation and does not fill the display: full-screen ads do not
  /// work there.
  case splitScreen
  /// The user paid for an app without ads.
  case adFree
  /// A preloader of the SDK loads the ads of the unit.
  case preloader
  /// The device has no connection, and enough loads failed since it was lost.
  case offline
  /// Consent was refused or not yet requested.
  case noConsent
  /// The SDK is not started.
  case notStarted
  /// The unit failed because of its configuration, which has not changed since.
  case misconfigured
  /// The daily cap is reached, until the `t` in milliseconds at which the next day begins.
  case capReached(until: Int64)
  /// A load is in flight, which times out after `rest` milliseconds of foreground time.
  case inFlight(rest: Int64)
  /// The pause after failed loads lasts until a `t` in milliseconds.
  case pausing(until: Int64)
  /// The placement holds a fresh ad that was never shown.
  case holdsAd
}
