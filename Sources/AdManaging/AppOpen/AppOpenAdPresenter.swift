package import AdRecording

/// Performs the decisions of an app-open manager with the ad SDK and the app.
///
/// The presenter records its calls: `ad.requested` and its outcome, `ad.present_requested`,
/// `ad.fit_checked`, `ad.discarded`. Ads and scenes have their names in the journal; the scene
/// `nil` is the only one of the app.
@MainActor
package protocol AppOpenAdPresenter: AnyObject {
  /// Requests an ad from the SDK; calls ``AppOpenManager/adDidBecomeAvailable(_:)`` as soon as it
  /// can be presented.
  func load(_ request: AppOpenRequest)
  /// Presents an ad that is available.
  func present(_ ad: String, as presentation: AppOpenPresentation)
  /// Checks with the SDK whether an ad fits a scene.
  func checkFit(of ad: String, in scene: String)
  /// Discards an ad for a reason.
  func discard(_ ad: String, _ reason: Recorded.AdDiscarded.Reason)
  /// Opens a window above the app; returns its level, `nil` if there is no such scene.
  func openWindow(_ name: String, in scene: String?) -> Int?
  /// Closes a window that ``openWindow(_:in:)`` opened.
  func closeWindow(_ name: String)
  /// Closes the app's loading screen and shows its content.
  func closeSplash(in scene: String?)
}

/// The parameters of a presentation.
package struct AppOpenPresentation: Equatable, Sendable {
  /// The name of the scene; `nil` for the only one.
  package var scene: String?
  /// The trigger of the show, as in `ad.present_requested`.
  package var trigger: Recorded.Trigger?
  /// The orientation of the scene, if known.
  package var orientation: Recorded.Orientation?
}

/// The parameters of a request.
package struct AppOpenRequest: Equatable, Sendable {
  /// The ad unit ID.
  package var unit: String
  /// The name of the scene; `nil` for the only one.
  package var scene: String?
  /// The reason of the request, as in `ad.requested`.
  package var reason: Recorded.AdRequested.Reason?
  /// The orientation of the scene, if known.
  package var orientation: Recorded.Orientation?
}

/// The main thread, as functions that a test can replace.
package struct MainThread: Sendable {
  /// Returns whether the caller is on the main thread.
  package var isCurrent: @Sendable () -> Bool
  /// Calls a function on the main thread as soon as possible.
  package var enqueue: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  /// Calls a function on the main thread after a number of milliseconds.
  package var after: @Sendable (Int64, @escaping @MainActor @Sendable () -> Void) -> Void
  /// Calls functions on another thread, in order; for file access.
  package var inBackground: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a main thread from functions.
  package init(
    isCurrent: @escaping @Sendable () -> Bool,
    enqueue: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void,
    after: @escaping @Sendable (Int64, @escaping @MainActor @Sendable () -> Void) -> Void,
    inBackground: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.isCurrent = isCurrent
    self.enqueue = enqueue
    self.after = after
    self.inBackground = inBackground
  }
}
