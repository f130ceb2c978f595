public import AdRecording

#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import AdCapture
  public import UIKit

  /// What no SDK tells: one line where it happens.
  extension AdRecorder {
    /// The loading screen is up.
    public func splashBegan(in scene: UIScene? = nil) {
      record(.splashBegan(scene: scene.map { name(of: $0) }))
    }

    /// The loading screen is gone.
    public func splashFinished(in scene: UIScene? = nil) {
      record(.splashFinished(scene: scene.map { name(of: $0) }))
    }

    /// The app's main content is up.
    public func contentShown(in scene: UIScene? = nil) {
      record(.contentShown(scene: scene.map { name(of: $0) }))
    }

    /// The user did something in the app on purpose; never what was typed or chosen.
    public func userActed(_ what: String? = nil, in scene: UIScene? = nil) {
      record(.userActed(what: what, scene: scene.map { name(of: $0) }))
    }

    /// From now on a return to active is no reason to show an ad.
    public func suppressionBegan(_ why: Recorded.Why) { record(.suppressionBegan(why: why)) }

    /// A return to active can be a reason to show an ad again.
    public func suppressionEnded(_ why: Recorded.Why) { record(.suppressionEnded(why: why)) }

    /// The app decided whether to show an ad.
    ///
    /// - Parameters:
    ///   - outcome: Whether to show.
    ///   - reason: Why.
    ///   - unit: The ad unit id.
    ///   - format: The format.
    ///   - ad: The ad's name, where there is one.
    ///   - scene: The scene in which.
    ///   - remaining: Shows that are left today after this decision.
    ///   - trigger: What led to the decision.
    public func decided(
      _ outcome: Recorded.AdShowDecided.Outcome, _ reason: Recorded.AdShowDecided.Reason,
      unit: String, format: Recorded.Format, ad: String? = nil, in scene: UIScene? = nil,
      remaining: Int? = nil, trigger: Recorded.Trigger? = nil
    ) {
      record(
        .adShowDecided(
          unit: unit, format: format, outcome: outcome, reason: reason, ad: ad,
          scene: scene.map { name(of: $0) }, remaining: remaining, trigger: trigger))
    }

    /// The app put a window of its own above everything, for an ad; its name for
    /// ``windowClosed(_:)``.
    @MainActor public func windowShown(_ window: UIWindow) -> String {
      let name = name(.window)
      let level = window.windowLevel.rawValue
      record(
        .windowShown(
          window: name, scene: self.name(ofAny: window.windowScene),
          level: level.magnitude < 1e9 ? Int(level) : nil))
      return name
    }

    /// The app took that window down.
    public func windowClosed(_ name: String) { record(.windowClosed(window: name)) }
  }
#endif
