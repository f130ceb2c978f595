internal import AdDecider
public import AdSession
import PropertyTesting

extension World {
  /// Shows a native ad in its view, or a banner on the screen, unless a full-screen ad covers it.
  public func show(inFeed ad: Symbol) {
    guard let ad = sdk.ad(ad), !ad.isDiscarded, !ad.isUntracked, !ad.isVisible else { return }
    if isCovered(ad.placement.scene) { return }
    if ad.placement.format == .native && !ad.isRendered { render(ad) }
    if isOver { return }
    comeIntoView(ad)
  }

  /// Records that an ad came into view, and plans its impression and its clicks.
  func comeIntoView(_ ad: SimulatedAd) {
    ad.isVisible = true
    app.hidden.removeAll { $0 == ad.placement }
    recordView(.viewAppeared, ad)
    later(drawTime(300...1_000, towards: 800)) { world in
      if ad.isVisible && !ad.hasImpression && !ad.isUntracked { world.see(ad) }
    }
    if choices.bool(probability: 0.15) {
      later(drawTime(1_600...9_000)) { world in
        if ad.isVisible && ad.hasImpression && world.phone.activation == .active { world.click(ad) }
      }
    }
  }

  func render(_ ad: SimulatedAd) {
    ad.isRendered = true
    let call = ad.adapter
    let passes =
      call.map { $0.handlesImpressions || $0.handlesClicks } ?? false
      && !sdk.adapterBugs.contains(.keepsViewToItself)
    record(.nativeRendered) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.scene = ad.placement.scene
      $0.viewPassed = passes
    }
    guard let call, !isOver else { return }
    notifyAdapter(.rendered, call)
    if !isUnderTest && call.handlesImpressions && !sdk.adapterBugs.contains(.impressionForgotten) {
      later(drawTime(100...1_000, towards: 800)) { world in
        if !ad.isUntracked && !ad.isDiscarded && !ad.hasImpression { world.see(ad) }
      }
    }
    playVideo(ad, call)
  }

  /// Whether a full-screen ad covers a scene.
  public func isCovered(_ scene: Symbol) -> Bool {
    sdk.up.contains { !profile.hasScenes || $0.shownScene == scene }
  }

  /// Records the impression of an ad in a feed, counted by the network or by the SDK.
  private func see(_ ad: SimulatedAd) {
    let bugs = sdk.adapterBugs
    guard let call = ad.adapter else { return recordImpression(ad) }
    if call.handlesImpressions && bugs.contains(.impressionForgotten) { return }
    if call.handlesImpressions { reportFromAdapter(.impression, call) }
    if bugs.contains(.impressionTwice) { reportFromAdapter(.impression, call) }
    recordImpression(ad)
    if !call.handlesImpressions || bugs.contains(.impressionByBoth) {
      notifyAdapter(.impression, call)
    }
  }

  /// The number of times that a user clicks an ad in a feed at most.
  private static let mostClicks = 4

  /// Clicks an ad in a feed, unless the user did so less than a second ago: one finger taps once.
  private func click(_ ad: SimulatedAd) {
    if ad.clicks >= Self.mostClicks { return }
    if let last = ad.lastClick, now - last < 1_000 { return }
    ad.lastClick = now
    if let call = ad.adapter, call.handlesClicks || sdk.adapterBugs.contains(.clickByBoth) {
      reportFromAdapter(.click, call)
    }
    recordClick(ad)
    if let call = ad.adapter, !call.handlesClicks { notifyAdapter(.click, call) }
    if faults.contains(.clickLeavesApp) && phone.activation == .active && choices.bool() {
      leave(for: 500...60_000)
    }
  }

  private func playVideo(_ ad: SimulatedAd, _ call: SimulatedAdapterCall) {
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
    if let call = ad.adapter, kind == .videoPlayed { reportFromAdapter(.video, call) }
    record(kind) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
    }
  }

  /// Hides an ad in a feed, because the user scrolled it off the screen or its window closed.
  public func hide(inFeed ad: Symbol) {
    if let ad = sdk.ad(ad), ad.isVisible { hide(ad) }
  }

  func hide(_ ad: SimulatedAd, byUser isByUser: Bool = true) {
    ad.isVisible = false
    if isByUser && !app.hidden.contains(ad.placement) { app.hidden.append(ad.placement) }
    recordView(.viewHidden, ad)
    if faults.contains(.hiddenBannerImpression) && ad.placement.format == .banner
      && !ad.hasImpression && choices.bool(probability: 0.3)
    {
      strike(.hiddenBannerImpression)
      later(500) { world in if !ad.isVisible { world.recordImpression(ad) } }
    }
  }

  /// Removes a native ad from its view for good.
  func untrack(_ ad: SimulatedAd) {
    guard ad.isRendered, !ad.isUntracked else { return }
    if ad.isVisible { hide(ad, byUser: false) }
    ad.isUntracked = true
    recordView(.nativeUntracked, ad)
  }

  func hideAll(in scene: Symbol) {
    for view in app.views where view.placement.scene == scene { remove(view) }
    for ad in sdk.ads where ad.isVisible && ad.placement.scene == scene { hide(ad) }
  }

  func recordView(_ kind: EventKind, _ ad: SimulatedAd) {
    record(kind) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
    }
  }
}
