internal import AdDecider
public import AdSession

extension World {
  /// Whether an ad fits its window, which must be at least as wide and have the same orientation.
  func fits(_ ad: SimulatedAd) -> Bool {
    guard let made = ad.window else { return true }
    guard let window = phone.scenes.first(where: { $0.scene == made.scene }) else { return false }
    return window.orientation == made.orientation && window.width >= made.width
      && (window.isFullScreen || window.orientation != .landscape)
  }

  /// Asks the SDK whether an ad fits its window, and records the answer.
  ///
  /// - Returns: False for an unknown ad, too.
  @discardableResult
  public func checkFit(_ ad: Symbol) -> Bool {
    guard let known = sdk.ad(ad) else { return false }
    let isFit = fits(known)
    let scene = known.window?.scene ?? known.placement.scene
    record(.adFitChecked) {
      $0.ad = ad
      $0.unit = known.placement.unit
      $0.scene = scene
      $0.fits = isFit
      if !isFit { $0.errorCode = 16 }
    }
    return isFit
  }
}
