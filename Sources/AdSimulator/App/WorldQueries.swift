public import AdSession

extension World {
  /// The places where the app shows ads now.
  public var places: [AdPlace] { app.places }

  /// Whether the user lets the app ask for ads; false while nobody asked.
  public var canRequestAds: Bool { app.canRequestAds ?? false }

  /// How a window is turned; portrait where none is known.
  public func orientation(of scene: Symbol) -> Word {
    window(of: scene)?.orientation ?? .portrait
  }

  /// The width of a window in points; nil where none is known.
  public func width(of scene: Symbol) -> Int64? { window(of: scene)?.width }

  /// Whether a window shares the screen in landscape, where full-screen ads do not work.
  public func isLandscapeSplit(_ scene: Symbol) -> Bool {
    window(of: scene).map { $0.orientation == .landscape && !$0.isFullScreen } ?? false
  }

  /// Whether the user has scrolled what a place shows out of sight.
  public func isHidden(_ place: AdPlace) -> Bool { app.hidden.contains(place) }

  /// Whether an in-feed ad can still be shown.
  public func isUsable(_ ad: Symbol) -> Bool {
    sdk.ad(ad).map { !$0.isDiscarded && !$0.isUntracked } ?? false
  }
}
