internal import AdDecider
import AdSession

extension HandwrittenManager {
  /// Whether the user paid for an app without ads.
  var hidesAds: Bool { isAdFree && !has(.adsForPayingUser) }

  func entitlementChanged(_ isPaid: Bool) {
    isAdFree = isPaid
    if hidesAds { return dropAllAds() }
    refill(.retry)
    for slot in slots.indices where slots[slot].hasAppeared && isEmptyFeed(slots[slot]) {
      request(slot, .user)
    }
  }

  private func isEmptyFeed(_ state: HandwrittenSlot) -> Bool {
    !state.placement.format.isFullScreen && state.inFeed == nil && state.ready.isEmpty
  }

  private func dropAllAds() {
    for slot in slots.indices {
      // A hidden banner waits until its page appears again.
      if isHiddenBanner(slots[slot]) { slots[slot].hasAppeared = false }
      let held = slots[slot].ready.map(\.ad) + [slots[slot].inFeed].compactMap { $0 }
      slots[slot].ready = []
      slots[slot].inFeed = nil
      slots[slot].timers += 1
      for ad in held { world.discard(ad, reason: .other) }
    }
  }

  func connectivityChanged(_ isConnected: Bool) {
    isOffline = !isConnected
    for slot in slots.indices { slots[slot].offlineRequests = 0 }
    guard isConnected, isSDKStarted, !has(.failureOnlyLogged) else { return }
    for slot in slots.indices where slots[slot].failures > 0 {
      if slots[slot].placement.format.isFullScreen { request(slot, .retry) }
      if needsFeedAd(slot) { request(slot, .retry) }
    }
  }

  /// Whether enough requests failed since the connection was lost.
  func isPointless(_ slot: Int, _ reason: Word) -> Bool {
    isOffline && reason != .user && !has(.requestsWhileOffline)
      && slots[slot].offlineRequests >= policy.count(.offlineRequests) ?? 0
  }

  /// A bug: without a connection, the same request comes again and again.
  func hammer(_ slot: Int) {
    world.schedule(after: 400) { [self] in request(slot, .config) }
  }

  func gaveUp(_ event: Event, _ slot: Int) {
    abandoned.append(event.request)
    if slots[slot].loading?.request == event.request { slots[slot].loading = nil }
  }

  /// Whether the ad of a slot came so late that nobody waits for it any more.
  func isLate(_ slot: Int) -> Bool {
    guard let ad = slots[slot].ready.first?.ad else { return false }
    return lateLoads.contains { $0.ad == ad && world.now - $0.at <= limit(.coverSeconds) }
  }
}
