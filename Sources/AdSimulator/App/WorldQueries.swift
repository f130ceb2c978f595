public import AdDecider
public import AdSession

extension World {
  /// The placements in which the app can show ads now.
  public var placements: [Placement] { app.placements }

  /// The placements without a window, and those whose window is open.
  public var openPlacements: [Placement] { app.placements.filter(isOpen) }

  func isOpen(_ placement: Placement) -> Bool {
    !placement.scene.isPresent || window(of: placement.scene) != nil
  }

  /// Whether consent allows requests; false before the user was asked.
  public var canRequestAds: Bool { app.canRequestAds ?? false }

  /// The orientation of a window; portrait if there is no such window.
  public func orientation(of scene: Symbol) -> Word {
    window(of: scene)?.orientation ?? .portrait
  }

  /// The width of a window in points; nil if there is no such window.
  public func width(of scene: Symbol) -> Int64? { window(of: scene)?.width }

  /// Whether a window shares the screen with another app in landscape, which full-screen ads do not
  /// support.
  public func isLandscapeSplit(_ scene: Symbol) -> Bool {
    window(of: scene).map { $0.orientation == .landscape && !$0.isFullScreen } ?? false
  }

  /// The placement of an ad that was never presented and was the only one of its placement; nil for
  /// any other ad.
  public func placement(ofUnshown ad: Symbol) -> Placement? {
    guard let known = sdk.ad(ad), !known.isPresented, known.placement.format.isFullScreen else {
      return nil
    }
    let hasOther = sdk.ads.contains {
      $0 !== known && $0.placement == known.placement && !$0.isPresented && !$0.isDiscarded
        && !$0.hasExpired
    }
    return hasOther ? nil : known.placement
  }

  /// The age in milliseconds from which an ad of a placement is not shown.
  public func maximumAge(of placement: Placement) -> Int64 {
    limit(placement.format == .appOpen ? .appOpenMaxAgeSeconds : .fullScreenMaxAgeSeconds)
  }

  /// Whether a consent form covers the app.
  var hasConsentForm: Bool {
    let kinds: [EventKind] = [.consentFormShown, .consentFormClosed]
    return trace.events.last { kinds.contains($0.kind) }?.kind == .consentFormShown
  }

  /// The time at which the app was ready to close its loading screen; nil before.
  public var contentReadyAt: Int64? { app.contentReadyAt }

  /// The time for which a loading screen may stay after its ad, in milliseconds.
  public var splashCloses: Int64 { limit(.splashCloseSeconds) }

  /// The time since an instant in which the app was not in the background, in milliseconds.
  public func activeTime(since instant: Int64) -> Int64 {
    var away: Int64 = 0
    var leftAt: Int64?
    for event in trace.events {
      if event.kind == .appEnteredBackground { leftAt = max(event.t, instant) }
      if event.kind == .appEnteringForeground, let left = leftAt {
        away += max(0, event.t - left)
        leftAt = nil
      }
    }
    return clock.t - instant - away - (leftAt.map { clock.t - $0 } ?? 0)
  }

  /// Whether the user scrolled the ad of a placement off the screen.
  public func isHidden(_ placement: Placement) -> Bool { app.hidden.contains(placement) }

  /// Whether an in-feed ad can still be shown.
  public func isUsable(_ ad: Symbol) -> Bool {
    sdk.ad(ad).map { !$0.isDiscarded && !$0.isUntracked } ?? false
  }
}
