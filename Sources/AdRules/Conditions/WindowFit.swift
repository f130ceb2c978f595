import AdSession

/// Whether an ad fits its window.
public enum WindowFit {
  /// No check failed and no resize is unchecked.
  case fits
  /// The last check failed; with the index of that `ad.fit_checked`.
  case failed(Int)
  /// The scene was resized and no check followed; with the index of that `scene.resized`.
  case unchecked(Int)
  /// The journal cannot decide.
  case unknown(Doubt)
}

extension EvaluationContext {
  /// Whether its ad fits its scene, by the checks and the resizes of the scene.
  public var fit: WindowFit {
    let checked = EventIndex(last(.fitChecked))
    let hasFailed = checked.isPresent && event(at: checked).flag(Flag.fits) == false
    if hasFailed, !hasGap(since: checked) { return .failed(checked.known) }
    if isSceneUnsure { return .unknown(.gap) }
    let resized = lastResize > max(loadedIndex, checked) ? lastResize : .none
    if loadedIndex.isPresent, let resized = resized.index, !hasGap(since: resized) {
      return .unchecked(resized)
    }
    let canHideLoad = resized.isPresent && hasGap(since: .none)
    let isLost = canHideLoad || hasFailed || hasGap(since: max(loadedIndex, checked))
    return isLost ? .unknown(.gap) : .fits
  }
}
