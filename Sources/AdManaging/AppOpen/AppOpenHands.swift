package import AdRecording

/// What an app-open manager has done by the ad SDK and the app; it decides, they act.
///
/// Each call is recorded by who makes it: `ad.requested` and its answer, `ad.present_requested`,
/// `ad.fit_checked`, `ad.discarded`. Ads are named by the ids of their `ad.loaded`, scenes by those of
/// the journal; nil: the only one.
@MainActor
package protocol AppOpenHands: AnyObject {
  /// Asks the SDK for an ad; one that comes is said by ``AppOpenManager/got(_:)`` as soon as it can
  /// be presented.
  func load(_ request: AppOpenRequest)
  /// Has the SDK present an ad that was got.
  func present(_ ad: String, as presentation: AppOpenPresentation)
  /// Asks the SDK whether an ad fits a scene.
  func checkFit(of ad: String, in scene: String)
  /// Lets go of an ad.
  func drop(_ ad: String, _ reason: Recorded.AdDiscarded.Reason)
  /// Puts a window of our own above the app's; its level, nil where there is no such scene.
  func openWindow(_ name: String, in scene: String?) -> Int?
  /// Takes a window down.
  func closeWindow(_ name: String)
  /// Takes the app's loading screen down and shows its content.
  func closeSplash(in scene: String?)
}

/// How an ad is presented.
package struct AppOpenPresentation: Equatable, Sendable {
  /// The scene; nil: the only one.
  package var scene: String?
  /// What led to it.
  package var trigger: Recorded.Trigger?
  /// The orientation of the scene, where it is known.
  package var orientation: Recorded.Orientation?
}

/// An app-open ad to ask for.
package struct AppOpenRequest: Equatable, Sendable {
  /// The ad unit.
  package var unit: String
  /// The scene; nil: the only one.
  package var scene: String?
  /// Why.
  package var reason: Recorded.AdRequested.Reason?
  /// The orientation of the scene, where it is known.
  package var orientation: Recorded.Orientation?
}

/// The thread that the app's user interface lives on, and what it leaves to others.
package struct MainThread: Sendable {
  /// Whether the caller is on it.
  package var isCurrent: @Sendable () -> Bool
  /// Calls back on it, soon.
  package var soon: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  /// Calls back on it after some milliseconds.
  package var after: @Sendable (Int64, @escaping @MainActor @Sendable () -> Void) -> Void
  /// Has something done on another thread, in the order of the calls: what waits for a file.
  package var aside: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes one of its functions.
  package init(
    isCurrent: @escaping @Sendable () -> Bool,
    soon: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void,
    after: @escaping @Sendable (Int64, @escaping @MainActor @Sendable () -> Void) -> Void,
    aside: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.isCurrent = isCurrent
    self.soon = soon
    self.after = after
    self.aside = aside
  }
}
