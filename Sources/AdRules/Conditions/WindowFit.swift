import AdSession

/// What the journal says of an ad that is to fill a window.
public enum WindowFit {
  /// Nothing speaks against it.
  case fits
  /// Its last check failed; the index of that `ad.fit_checked`.
  case failed(Int)
  /// Its scene was resized and no check came after; the index of that `scene.resized`.
  case unchecked(Int)
  /// The journal cannot tell.
  case unknown(Doubt)
}

extension EvaluationContext {
  /// Whether its ad fits its scene, as far as the checks and the resizes of the scene tell.
  public var fit: WindowFit {
    let checked = last(.fitChecked) ?? -1
    let hasFailed = checked >= 0 && event(at: checked).flag(Flag.fits) == false
    if hasFailed, !hasGap(since: checked) { return .failed(checked) }
    if facts.isSceneUncertain { return .unknown(.gap) }
    let resized = lastResize > max(loadedIndex, checked) ? lastResize : -1
    if loadedIndex >= 0, resized >= 0, !hasGap(since: resized) { return .unchecked(resized) }
    let canHideLoad = resized >= 0 && hasGap(since: -1)
    let isLost = canHideLoad || hasFailed || hasGap(since: max(loadedIndex, checked))
    return isLost ? .unknown(.gap) : .fits
  }
}
