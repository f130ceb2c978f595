public import AdSession

extension Decider {
  /// What it would decide if a full-screen place had this occasion now: show or skip.
  ///
  /// It is no decision that was taken: nothing is remembered.
  public mutating func consider(_ place: Place, trigger: Word, at now: Instant) -> Decision {
    self.now = now
    open(place)
    let number = number(of: place) ?? 0
    let isCapped = place.format == .appOpen
    if let reason = reasonToSkip(number) {
      return .skip(
        SkipDecision(
          place: place, reason: reason, trigger: trigger,
          remaining: isCapped ? remainingAfterSkip : nil))
    }
    let ad = readyAd(place).map { session.state.ads[$0].ad } ?? .absent
    return .show(
      ShowDecision(
        place: place, ad: ad, trigger: trigger, remaining: isCapped ? remainingAfterShow : nil,
        orientation: orientation(of: place)))
  }

  /// What speaks against asking for a place now, for this reason; nil: nothing does.
  public mutating func objection(
    to reason: Word, for place: Place, at now: Instant
  ) -> LoadObjection? {
    self.now = now
    open(place)
    let isAsked = [.resized, .config, .user].contains(reason)
    let objection = objection(place)
    if case .pausing? = objection, isAsked { return nil }
    if objection != nil { return objection }
    let isFilled = heldAds(place).contains { isFresh($0, at: now.t) }
    return isFilled && ![.resized, .config].contains(reason) ? .holdsAd : nil
  }
}
