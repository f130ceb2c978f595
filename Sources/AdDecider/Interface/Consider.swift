public import AdSession

extension Decider {
  /// Returns the decision that a full-screen placement would get for an opportunity now: show or
  /// skip.
  ///
  /// The decision is hypothetical: the decider does not remember it.
  public mutating func consider(_ placement: Placement, trigger: Word, at now: Instant) -> Decision
  {
    self.now = now
    open(placement)
    let number = number(of: placement) ?? 0
    let isCapped = isCapped(placement.format)
    if let reason = reasonToSkip(number) {
      return .skip(
        SkipDecision(
          placement: placement, reason: reason, trigger: trigger,
          remaining: isCapped ? remainingAfterSkip : nil))
    }
    let ad = readyAd(placement).map { session.state.ads[$0].ad } ?? .absent
    return .show(
      ShowDecision(
        placement: placement, ad: ad, trigger: trigger,
        remaining: isCapped ? remainingAfterShow : nil,
        orientation: orientation(of: placement)))
  }

  /// Returns why no ad may be requested for a placement now, for a reason of `ad.requested`; `nil`
  /// if it may.
  public mutating func blocker(
    to reason: Word, for placement: Placement, at now: Instant
  ) -> LoadBlocker? {
    self.now = now
    open(placement)
    let ignoresPause = [.resized, .config, .user].contains(reason)
    let blocker = blocker(placement)
    if case .pausing? = blocker, ignoresPause { return nil }
    if blocker == .preloader && reason == .preload { return nil }
    if blocker == .offline && reason == .user { return nil }
    if blocker != nil { return blocker }
    let isFilled = heldAds(placement).contains { isFresh($0, at: now.t) }
    return isFilled && ![.resized, .config].contains(reason) ? .holdsAd : nil
  }
}
