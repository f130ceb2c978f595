internal import AdTesting

extension ClientMutant {
  private static func banner<Ads: BannerAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ ads: Ads.Type
  ) -> ClientMutant {
    ClientMutant(name, ads.app, causes) { ads.init($0) }
  }

  static let banners: [ClientMutant] = [
    banner("refreshes a hidden banner", ["hidden-banner-rests"], RefreshesHidden.self),
    banner("refreshes a banner every ten seconds", ["banner-is-seen"], RefreshesOften.self),
    banner("refreshes a banner in the background", ["banner-is-seen"], RefreshesAway.self),
    banner(
      "requests a banner at each appearance", ["request-once-per-appearance"],
      LoadsAtAppearance.self),
    banner("keeps a banner of the old width", ["banner-follows-width"], IgnoresWidth.self),
    banner("requests a banner twice for a resize", ["banner-resize-once"], ResizesTwice.self),
    banner("requests a banner without a width", ["banner-width-given"], LoadsBeforeLayout.self),
    banner("gives up a banner off the screen", ["fresh-ad-is-kept"], DropsHidden.self),
    banner(
      "makes a banner for each page and keeps them all",
      ["ad-leaves-with-its-view", "replaced-banner-is-discarded"], KeepsPages.self),
    banner(
      "gives up the banner before there is another one", ["replaced-only-by-another"],
      EmptiesFirst.self),
    banner("shows a banner that it gave up", ["nothing-after-the-discard"], ShowsDiscarded.self),
    banner(
      "forgets a banner that was loaded off the screen", ["shows-when-it-can"],
      ForgetsHidden.self),
    banner("never retries a failed banner", ["shows-when-it-can"], NeverRetries.self),
    banner("retries a banner at once", ["retry-backs-off"], RetriesBannerAtOnce.self),
    banner("loads a banner before consent", ["no-load-before-consent"], IgnoresConsent.self),
  ]
}

private final class RefreshesHidden: RefreshingBannerAds {
  override func canRefresh(_ placement: AdPlacement) -> Bool { !isInBackground }
}
private final class RefreshesOften: RefreshingBannerAds {
  override var interval: Int64 { 10_000 }
}
private final class RefreshesAway: RefreshingBannerAds {
  override var interval: Int64 { 31_000 }
  override func canRefresh(_ placement: AdPlacement) -> Bool { visible.contains(placement) }
}
private final class LoadsAtAppearance: BannerAds {
  override func viewAppeared(_ placement: AdPlacement) {
    super.viewAppeared(placement)
    load(placement, .viewDidAppear)
  }
}
private final class IgnoresWidth: BannerAds {
  override func followWidth(_ placement: AdPlacement) {}
}
private final class ResizesTwice: BannerAds {
  override func windowResized(_ window: AdWindow) {
    super.windowResized(window)
    for placement in visible {
      slots[placement]?.loader.loadingSince = nil
      load(placement, .resized)
    }
  }
}
private final class LoadsBeforeLayout: BannerAds {
  override func slot(_ placement: AdPlacement) -> Slot {
    let slot = super.slot(placement)
    slot.loader.width = { [unowned slot] in slot.loader.loads == 0 ? 0 : slot.width }
    return slot
  }
}
private final class DropsHidden: BannerAds {
  override func viewDisappeared(_ placement: AdPlacement) {
    super.viewDisappeared(placement)
    slots[placement]?.banner?.discard(.other)
    slots[placement]?.banner = nil
  }
}
private final class KeepsPages: BannerAds {
  private var pages: [SimulatedViewAd] = []
  override func viewRemoved(_ placement: AdPlacement) {
    if let banner = slots[placement]?.banner { pages.append(banner) }
    slots[placement]?.banner = nil
  }
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    super.load(placement, pages.isEmpty ? reason : .user)
  }
}
private final class EmptiesFirst: RefreshingBannerAds {
  override func refresh(_ placement: AdPlacement) {
    if let slot = slots[placement], now - slot.loader.requestedAt >= interval {
      slot.banner?.discard(.replaced)
    }
    super.refresh(placement)
  }
}
private final class ShowsDiscarded: RefreshingBannerAds {
  private var old: [AdPlacement: SimulatedViewAd] = [:]
  override func loaded(_ new: SimulatedViewAd) {
    old[new.placement] = slots[new.placement]?.banner
    super.loaded(new)
  }
  override func viewAppeared(_ placement: AdPlacement) {
    super.viewAppeared(placement)
    old[placement]?.show()
  }
}
private final class ForgetsHidden: BannerAds {
  private var forgotten: SimulatedViewAd?
  override func loaded(_ new: SimulatedViewAd) {
    if visible.contains(new.placement) { return super.loaded(new) }
    slots[new.placement]?.banner = new
    forgotten = new
  }
  override func viewAppeared(_ placement: AdPlacement) {
    visible.insert(placement)
    if forgotten == nil { super.viewAppeared(placement) }
  }
  override func followWidth(_ placement: AdPlacement) {
    if forgotten == nil { super.followWidth(placement) }
  }
}
private final class NeverRetries: BannerAds {
  override func slot(_ placement: AdPlacement) -> Slot {
    let slot = super.slot(placement)
    slot.loader.wantsAd = { false }
    return slot
  }
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    if slot(placement).loader.failures == 0 { super.load(placement, reason) }
  }
}
private final class RetriesBannerAtOnce: BannerAds {
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    slot(placement).loader.retryAt = 0
    super.load(placement, reason)
  }
}
private final class IgnoresConsent: BannerAds {
  override var canLoad: Bool { isStarted && !isTerminating }
}
