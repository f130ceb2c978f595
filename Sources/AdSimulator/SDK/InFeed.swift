public import AdSession
import PropertyTesting

extension World {
  /// Puts a native ad into its view, or a banner on the screen, where the user sees it.
  public func show(inFeed ad: Symbol) {
    guard let ad = sdk.ad(ad), !ad.isDiscarded, !ad.isUntracked, !ad.isVisible else { return }
    if ad.place.format == .native && !ad.isRendered { render(ad) }
    if isOver { return }
    ad.isVisible = true
    app.hidden.removeAll { $0 == ad.place }
    recordView(.viewAppeared, ad)
    later(drawTime(300...1_500, towards: 1_000)) { world in
      if ad.isVisible && !ad.hasImpression && !ad.isUntracked { world.see(ad) }
    }
    if choices.bool(probability: 0.15) {
      later(drawTime(1_600...9_000)) { world in
        if ad.isVisible && ad.hasImpression && world.phone.stage == .active { world.click(ad) }
      }
    }
  }

  private func render(_ ad: SimulatedAd) {
    ad.isRendered = true
    let call = ad.adapter
    let passes =
      call.map { $0.handlesImpressions || $0.handlesClicks } ?? false
      && !sdk.adapterBugs.contains(.keepsViewToItself)
    record(.nativeRendered) {
      $0.ad = ad.name
      $0.unit = ad.place.unit
      $0.scene = ad.place.scene
      $0.viewPassed = passes
    }
    guard let call, !isOver else { return }
    tell(.rendered, call)
    if call.handlesImpressions && !sdk.adapterBugs.contains(.impressionForgotten) {
      later(drawTime(100...2_000, towards: 1_000)) { world in
        if !ad.isUntracked && !ad.isDiscarded && !ad.hasImpression { world.see(ad) }
      }
    }
    playVideo(ad, call)
  }

  /// The impression of an ad in a feed: the network or the SDK counts it, never both.
  private func see(_ ad: SimulatedAd) {
    let bugs = sdk.adapterBugs
    guard let call = ad.adapter else { return recordImpression(ad) }
    if call.handlesImpressions && bugs.contains(.impressionForgotten) { return }
    if call.handlesImpressions { report(.impression, call) }
    if bugs.contains(.impressionTwice) { report(.impression, call) }
    recordImpression(ad)
    if !call.handlesImpressions || bugs.contains(.impressionByBoth) { tell(.impression, call) }
  }

  private func click(_ ad: SimulatedAd) {
    if let call = ad.adapter, call.handlesClicks || sdk.adapterBugs.contains(.clickByBoth) {
      report(.click, call)
    }
    recordClick(ad)
    if let call = ad.adapter, !call.handlesClicks { tell(.click, call) }
    if faults.contains(.clickLeavesApp) && phone.stage == .active && choices.bool() {
      leave(for: 500...60_000)
    }
  }

  private func playVideo(_ ad: SimulatedAd, _ call: AdapterCall) {
    guard call.hasVideo || sdk.adapterBugs.contains(.videoWithoutVideo) else { return }
    if !sdk.adapterBugs.contains(.endsVideoFirst) {
      later(300) { $0.recordVideo(.videoPlayed, ad) }
    }
    if choices.bool(probability: 0.4) {
      later(700) { $0.recordVideo(.videoMuted, ad) }
      if choices.bool() { later(1_900) { $0.recordVideo(.videoUnmuted, ad) } }
    }
    if choices.bool(probability: 0.4) {
      later(900) { $0.recordVideo(.videoPaused, ad) }
      later(1_400) { $0.recordVideo(.videoPlayed, ad) }
    }
    if choices.bool(probability: 0.6) { later(2_500) { $0.recordVideo(.videoEnded, ad) } }
  }

  private func recordVideo(_ kind: EventKind, _ ad: SimulatedAd) {
    guard !ad.isUntracked else { return }
    if let call = ad.adapter, kind == .videoPlayed { report(.video, call) }
    record(kind) {
      $0.ad = ad.name
      $0.unit = ad.place.unit
    }
  }

  /// The user scrolls an ad out of sight, or its window closes.
  public func hide(inFeed ad: Symbol) {
    if let ad = sdk.ad(ad), ad.isVisible { hide(ad) }
  }

  func hide(_ ad: SimulatedAd, byUser isByUser: Bool = true) {
    ad.isVisible = false
    if isByUser && !app.hidden.contains(ad.place) { app.hidden.append(ad.place) }
    recordView(.viewHidden, ad)
    if faults.contains(.hiddenBannerImpression) && ad.place.format == .banner
      && !ad.hasImpression && choices.bool(probability: 0.3)
    {
      strike(.hiddenBannerImpression)
      later(500) { world in if !ad.isVisible { world.recordImpression(ad) } }
    }
  }

  /// The view lets go of a native ad for good.
  func untrack(_ ad: SimulatedAd) {
    guard ad.isRendered, !ad.isUntracked else { return }
    if ad.isVisible { hide(ad, byUser: false) }
    ad.isUntracked = true
    record(.nativeUntracked) {
      $0.ad = ad.name
      $0.unit = ad.place.unit
    }
  }

  func hideAll(in scene: Symbol) {
    for ad in sdk.ads where ad.isVisible && ad.place.scene == scene { hide(ad) }
  }

  private func recordView(_ kind: EventKind, _ ad: SimulatedAd) {
    record(kind) {
      $0.ad = ad.name
      $0.unit = ad.place.unit
    }
  }
}
