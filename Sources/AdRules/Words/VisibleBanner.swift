import AdSession

extension Moment {
  /// Whether a slot has a loaded banner that is not hidden; yes names its `ad.loaded`.
  ///
  /// Hidden: the last `view.*` event of the slot is `view.hidden`, and that ad was not discarded
  /// since.
  public func hasVisibleBanner(slot number: Int) -> Truth {
    let slot = run.session.slots[number]
    if isDiscarded(adAt: slot.lastBanner) { return .no }
    let isHidden =
      slot.lastView >= 0 && event(at: slot.lastView).kind == .viewHidden
      && !isDiscarded(adAt: slot.lastView)
    let known = isHidden ? slot.lastView : max(slot.lastBanner, slot.lastView)
    if mayMiss(of: slot.unit, since: known) { return .unknown(.gap) }
    return isHidden ? .no : .yes(slot.lastBanner)
  }

  /// Whether the ad of an event was discarded after it.
  private func isDiscarded(adAt index: Int) -> Bool {
    guard let ad = run.session.adNumber(event(at: index).ad) else { return false }
    return run.session.facts.last(.discarded, of: ad) ?? -1 > index
  }

  /// What shows that a slot has a visible banner.
  ///
  /// Where the header does not say what is captured, its last `view.*` event is part of it: then
  /// only that shows that views are recorded.
  public func bannerWitness(slot number: Int) -> [Int] {
    let slot = run.session.slots[number]
    let view = run.trace.header?.captures == nil ? slot.lastView : -1
    return [slot.lastBanner, view] + run.sceneSource(slot.lastBanner)
  }
}
