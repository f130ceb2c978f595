internal import AdDecider
import AdSession

extension HandwrittenManager {
  func isHiddenBanner(_ state: HandwrittenSlot) -> Bool {
    state.placement.format == .banner && world.isHidden(state.placement)
  }

  /// Whether the slot is for a banner, and a full-screen ad is shown in its scene.
  func isCoveredBanner(_ state: HandwrittenSlot) -> Bool {
    state.placement.format == .banner
      && presentations.contains {
        $0.stage == .up && $0.scene == state.placement.scene && !isOver($0)
      }
  }

  /// Shows the ad of a placement in the feed, or requests one.
  func showInFeed(_ slot: Int) {
    if hidesAds { return }
    let placement = slots[slot].placement
    if let current = slots[slot].inFeed, world.isUsable(current) {
      let isFirst = !slots[slot].sawImpression
      if placement.format == .banner || !isFirst || isFreshInFeed(slot) {
        return world.show(inFeed: current)
      }
      slots[slot].inFeed = nil
      world.discard(current, reason: .expired)
    }
    if placement.format == .native { return showNative(slot) }
    request(slot, .user)
  }

  private func isFreshInFeed(_ slot: Int) -> Bool {
    has(.ageNeverChecked)
      || world.now - slots[slot].inFeedLoadedAt < limit(.nativeMaxAgeSeconds)
  }

  private func showNative(_ slot: Int) {
    let stale = slots[slot].ready.filter { !isFresh(.native)($0) }
    slots[slot].ready.removeAll { ad in stale.contains { $0.ad == ad.ad } }
    for ad in stale { world.discard(ad.ad, reason: .expired) }
    guard !slots[slot].ready.isEmpty else {
      if slots[slot].loading == nil { request(slot, .user) }
      return
    }
    guard slots[slot].inFeed.map({ !world.isUsable($0) }) ?? true else { return }
    let ad = slots[slot].ready.removeFirst()
    slots[slot].inFeed = ad.ad
    slots[slot].inFeedLoadedAt = ad.loadedAt
    slots[slot].sawImpression = false
    world.show(inFeed: ad.ad)
  }

  func gotBanner(_ ad: ReadyAd, _ slot: Int) {
    let old = slots[slot].inFeed
    slots[slot].inFeed = ad.ad
    slots[slot].sawImpression = false
    if let old, !isHiddenBanner(slots[slot]) { world.discard(old, reason: .replaced) }
    slots[slot].timers += 1
    planRefresh(slot, slots[slot].timers)
    if world.width(of: slots[slot].placement.scene) != slots[slot].width { followWidthLater(slot) }
  }

  /// The SDK delivered the banner in the view again.
  func gotSameBanner(_ slot: Int) {
    slots[slot].timers += 1
    planRefresh(slot, slots[slot].timers)
  }

  private func followWidthLater(_ slot: Int) { request(slot, .refresh) }

  private func planRefresh(_ slot: Int, _ timer: Int) {
    world.schedule(after: 45_000) { [self] in
      guard slots[slot].timers == timer, !isInBackground else { return }
      if isHiddenBanner(slots[slot]) && !has(.hiddenBannerRefreshed) {
        return planRefresh(slot, timer)
      }
      request(slot, .refresh)
    }
  }

  /// Removes native ads that had no impression yet and are too old from the feed.
  func dropStaleFeedAds() {
    for slot in slots.indices where slots[slot].placement.format == .native {
      guard let ad = slots[slot].inFeed, !slots[slot].sawImpression, !isFreshInFeed(slot) else {
        continue
      }
      slots[slot].inFeed = nil
      world.discard(ad, reason: .expired)
    }
  }
}
