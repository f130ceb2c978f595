import AdSession

extension EvaluationContext {
  /// Whether a slot has a loaded banner that is not hidden; yes names its `ad.loaded`.
  ///
  /// Hidden: the last `view.*` event of the slot is `view.hidden`, and that ad was not discarded
  /// since.
  public func hasVisibleBanner(slot number: Int) -> Truth {
    let slot = session.slots[number]
    if isDiscarded(adAt: slot.lastBanner) { return .no }
    let isHidden =
      slot.lastView >= 0 && event(at: slot.lastView).kind == .viewHidden
      && !isDiscarded(adAt: slot.lastView)
    // A gap can hide that the slot was hidden, and that a banner which is not was discarded.
    let known = isHidden ? slot.lastView : min(slot.lastBanner, slot.lastView)
    if hasGap(since: known) || mayBeOfOther(slot) { return .unknown(.gap) }
    return isHidden ? .no : .yes(slot.lastBanner)
  }

  /// Whether what was seen of the unit since the slot's last view may be of this slot or of another
  /// one: a view, and for a slot without a scene also a banner, as its ads need not be of one slot.
  private func mayBeOfOther(_ slot: SlotState) -> Bool {
    let isVague = lastVagueView(slot.unit) > slot.lastView
    return isVague || !slot.scene.isPresent && lastVagueLoad(slot.unit) > slot.lastView
  }

  /// Whether the ad of an event was discarded after it.
  private func isDiscarded(adAt index: Int) -> Bool {
    guard let ad = session.adNumber(event(at: index).ad) else { return false }
    return session.facts.last(.discarded, of: ad) ?? -1 > index
  }

  /// What shows that a slot has a visible banner.
  ///
  /// Where the header does not say what is captured, its last `view.*` event is part of it: then
  /// only that shows that views are recorded.
  public func bannerWitness(slot number: Int) -> [Int] {
    let slot = session.slots[number]
    let view = evaluation.trace.header?.captures == nil ? slot.lastView : -1
    return [slot.lastBanner, view] + evaluation.sceneSource(slot.lastBanner)
  }
}
