import AdSession

/// What the journal says of an ad that is to fill a window.
public enum Fit {
  /// Nothing speaks against it.
  case fits
  /// Its last check failed; the index of that `ad.fit_checked`.
  case failed(Int)
  /// Its scene was resized and no check came after; the index of that `scene.resized`.
  case unchecked(Int)
  /// The journal cannot tell.
  case unknown(Doubt)
}

extension Moment {
  /// Whether its ad fits its scene, as far as the checks and the resizes of the scene tell.
  public var fit: Fit {
    let checked = last(.fitChecked) ?? -1
    let hasFailed = checked >= 0 && event(at: checked).flag(Flag.fits) == false
    if hasFailed, !hasGap(since: checked) { return .failed(checked) }
    if facts.isSceneUncertain { return .unknown(.gap) }
    let resized = lastResize > max(birth, checked) ? lastResize : -1
    if birth >= 0, resized >= 0, !hasGap(since: resized) { return .unchecked(resized) }
    let canHideBirth = resized >= 0 && hasGap(since: -1)
    let isLost = canHideBirth || hasFailed || hasGap(since: max(birth, checked))
    return isLost ? .unknown(.gap) : .fits
  }
}
