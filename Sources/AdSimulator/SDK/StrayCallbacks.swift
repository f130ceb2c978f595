internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Plans stray callbacks and notifications after a record.
  func planStrays(after event: Event) {
    if event.ad.isPresent && strikes(.strayCallbacks, 0.06) {
      let ad = event.ad
      later(drawTime(0...1_500, towards: 0)) { $0.strayCallback(of: ad) }
    }
    if strikes(.strayNotifications, 0.02) {
      later(drawTime(0...1_500, towards: 0)) { $0.strayNotification() }
    }
  }

  /// The callbacks of the SDK, an adapter or a view about an ad.
  private static let callbacks: [EventKind] = [
    .adLoaded, .adExpired, .adWillPresent, .adFailedToPresent, .adWillDismiss, .adDismissed,
    .adImpression, .adClicked, .adPaid, .adRewardEarned, .videoPlayed, .videoPaused, .videoEnded,
    .videoMuted, .videoUnmuted, .nativeMapped, .nativeRendered, .nativeUntracked, .viewAppeared,
    .viewHidden, .adapterLoadCalled, .adapterCompleted, .adapterReported, .adapterTold,
    .adFailedToLoad,
  ]

  /// Records a random callback for an ad, whatever its state.
  func strayCallback(of name: Symbol) {
    guard faults.contains(.strayCallbacks) else { return }
    let known = choices.bool(probability: 0.2) ? nil : sdk.ad(name)
    let first = profile.units[0]
    let ad =
      known
      ?? SimulatedAd(
        name: symbol("a-before"),
        placement: Placement(unit: symbol(first.unit), format: first.format),
        request: symbol("r-before"), loadedAt: 0, window: nil)
    let kinds = Self.callbacks.filter { kind in
      kind.eventClass.map { profile.captures.contains($0) } ?? false
    }
    let kind = kinds[choices.pick(kinds.count)]
    if kind == .adLoaded && known == nil { return }
    record(kind) { fill(&$0, of: ad) }
  }

  /// Sets the fields that the kind requires.
  private func fill(_ event: inout Event, of ad: SimulatedAd) {
    event.unit = ad.placement.unit
    event.ad = ad.name
    switch event.kind.eventClass {
    case .present, .load: fillPresentation(&event, of: ad)
    case .adapter: fillAdapter(&event, of: ad)
    case .revenue, .reward: fillRevenue(&event, of: ad)
    case .native: fillNative(&event, of: ad)
    default: break
    }
  }

  private func fillPresentation(_ event: inout Event, of ad: SimulatedAd) {
    if event.kind != .adExpired { event.format = ad.placement.format }
    if event.kind != .adExpired { event.scene = ad.placement.scene }
    switch event.kind {
    case .adLoaded: event.request = ad.request
    case .adFailedToLoad:
      event.ad = .absent
      event.request = ad.request
      event.errorCode = 2
    case .adFailedToPresent: event.errorCode = 17
    default: break
    }
  }

  private func fillAdapter(_ event: inout Event, of ad: SimulatedAd) {
    let hasCall = ad.adapter != nil && event.kind != .adapterLoadCalled
    if !hasCall { sdk.adapterLoadsSoFar += 1 }
    event.unit = .absent
    event.load = hasCall ? ad.adapter?.load ?? .absent : symbol("l-\(sdk.adapterLoadsSoFar)")
    event.text = ad.adapter?.adapter ?? symbol("SampleCustomEvent")
    if event.kind != .adapterCompleted { event.ad = .absent }
    switch event.kind {
    case .adapterLoadCalled:
      event.unit = ad.placement.unit
      event.format = ad.placement.format
      event.request = ad.request
      event.parameterPresent = true
    case .adapterCompleted:
      event.hasAd = true
      event.hasError = false
    default: event.what = choices.pick([.impression, .click, .video] as [Word])
    }
  }

  private func fillRevenue(_ event: inout Event, of ad: SimulatedAd) {
    switch event.kind {
    case .adPaid:
      event.format = ad.placement.format
      event.valueMicros = 1_200
      event.currency = symbol("USD")
      event.precision = .precise
    case .adRewardEarned:
      event.type = symbol("coins")
      event.amount = 10
    default: event.format = ad.placement.format
    }
  }

  private func fillNative(_ event: inout Event, of ad: SimulatedAd) {
    if event.kind == .nativeRendered { event.scene = ad.placement.scene }
    guard event.kind == .nativeMapped else { return }
    event.load = ad.adapter?.load ?? .absent
    event.headline = true
    event.media = true
    event.adChoices = true
    event.handlesImpressions = false
    event.handlesClicks = false
    event.imagesAs = .image
  }
}
