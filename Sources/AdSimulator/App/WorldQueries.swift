public import AdDecider
public import AdSession

extension World {
  /// The placements in which the app can show ads now.
  public var placements: [Placement] { app.placements }

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

  /// Whether the user scrolled the ad of a placement off the screen.
  public func isHidden(_ placement: Placement) -> Bool { app.hidden.contains(placement) }

  /// Whether an in-feed ad can still be shown.
  public func isUsable(_ ad: Symbol) -> Bool {
    sdk.ad(ad).map { !$0.isDiscarded && !$0.isUntracked } ?? false
  }
}
