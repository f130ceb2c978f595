import AdSession

extension EvaluationContext {
  /// Whether a slot has a loaded banner that is not hidden; yes has its `ad.loaded`.
  ///
  /// A banner is hidden if the last `view.*` event of the slot is `view.hidden` and its ad was not
  /// discarded since.
  public func hasVisibleBanner(slot number: Int) -> Truth {
    let slot = session.slots[number]
    if slot.lastBanner.isAbsent || isDiscarded(adAt: slot.lastBanner) { return .no }
    let isHidden = isHidden(slot)
    // A gap can hide a `view.hidden`, or the discarding of a visible banner.
    let known = isHidden ? slot.lastView : min(slot.lastBanner, slot.lastView)
    let isVisible = isHidden ? Truth.no : .yes(slot.lastBanner)
    return isVisible.unless(lastHidden(of: slot.unit) { $0.view } > known)
  }

  /// Whether a gap can hide the load of a banner that is visible: its request has no answer.
  public func mayHideBanner(slot number: Int) -> Bool {
    let slot = session.slots[number]
    guard let request = slot.firstInFlight,
      hasGap(since: session.requests[request].requestedIndex)
    else { return false }
    return !isHidden(slot) || lastHidden(of: slot.unit) { $0.view } > slot.lastView
  }

  /// Whether the last `view.*` event of a slot hid its banner, which was not discarded since.
  private func isHidden(_ slot: SlotState) -> Bool {
    slot.lastView.isPresent && event(at: slot.lastView).kind == .viewHidden
      && !isDiscarded(adAt: slot.lastView)
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
    return [slot.lastBanner, view].present
      + (slot.lastBanner.index.map(evaluation.sceneSource) ?? [])
  }
}
