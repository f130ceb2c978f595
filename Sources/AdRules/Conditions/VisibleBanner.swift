import AdSession

extension EvaluationContext {
  /// Whether a slot has a loaded banner that is not hidden; yes has its `ad.loaded`.
  ///
  /// A banner is hidden if the last `view.*` event of the slot is `view.hidden` and its ad was not
  /// discarded since.
  public func hasVisibleBanner(slot number: Int) -> Truth {
    let slot = session.slots[number]
    if isDiscarded(adAt: slot.lastBanner) { return .no }
    let isHidden =
      slot.lastView.isPresent && event(at: slot.lastView).kind == .viewHidden
      && !isDiscarded(adAt: slot.lastView)
    // A gap can hide a `view.hidden`, or the discarding of a visible banner.
    let known = isHidden ? slot.lastView : min(slot.lastBanner, slot.lastView)
    let isVisible = isHidden ? Truth.no : .yes(slot.lastBanner)
    return isVisible.unless(lastHidden(of: slot.unit) { $0.view } > known)
  }

  /// Whether the ad of an event was discarded after it.
  private func isDiscarded(adAt index: EventIndex) -> Bool {
    guard let ad = session.adNumber(event(at: index).ad) else { return false }
    return EventIndex(session.facts.last(.discarded, of: ad)) > index
  }

  /// The events that show that a slot has a visible banner.
  ///
  /// Where the header does not list the captured classes, the last `view.*` event of the slot is
  /// one of them, since it shows that views are captured.
  public func bannerWitness(slot number: Int) -> [Int] {
    let slot = session.slots[number]
    let view = evaluation.trace.header?.captures == nil ? slot.lastView : .none
    return [slot.lastBanner, view].present + evaluation.sceneSource(slot.lastBanner.known)
  }
}
