internal import AdDecider
import AdSession

extension HandwrittenManager {
  /// Requests an ad for a slot if nothing forbids it.
  func request(_ slot: Int, _ reason: Word) {
    guard mayRequest(slot, reason) else { return }
    let placement = slots[slot].placement
    var request = LoadRequest(reason: reason)
    if has(.sceneForgotten) && placement.scene.isPresent { request.forgetsScene = true }
    if has(.requestInViewDidLoad) && reason == .viewDidAppear { request.reason = .viewDidLoad }
    if placement.format == .appOpen { request.orientation = orientation(of: placement.scene) }
    if has(.orientationUnknown) && placement.format == .appOpen { request.orientation = .unknown }
    if placement.format == .banner {
      request.width = world.width(of: placement.scene)
      slots[slot].width = request.width
      slots[slot].windowWidth = request.width
    }
    if placement.format == .native { request.count = 2 }
    if has(.testUnitInRelease) { request.unit = "ca-app-pub-3940256099942544/5575463023" }
    if has(.liveUnitInDebug) { request.unit = "ca-app-pub-1234567890123456/1033173712" }
    if has(.oneUnitForTwoFormats) { request.unit = world.text(slots[0].placement.unit) }
    slots[slot].loading = (.absent, activeNow)
    if isOffline && reason != .user { slots[slot].offlineRequests += 1 }
    world.load(placement, request)
    watchLoad(slot)
  }

  /// Gives up a load that is not answered within the load timeout.
  private func watchLoad(_ slot: Int) {
    guard slots[slot].loading != nil, !has(.loadWaitsForEver) else { return }
    world.schedule(after: limit(.loadTimeoutSeconds) + 1) { [self] in
      guard let loading = slots[slot].loading else { return }
      if activeNow - loading.since <= limit(.loadTimeoutSeconds) { return watchLoad(slot) }
      slots[slot].loading = nil
      refill(.retry)
    }
  }

  private func mayRequest(_ slot: Int, _ reason: Word) -> Bool {
    let state = slots[slot]
    let placement = state.placement
    if isTerminating || closedScenes.contains(placement.scene) && !has(.closedSceneKept) {
      return false
    }
    if !canRequestAds && !has(.consentIgnored) { return false }
    if !isSDKStarted && !has(.requestsBeforeSDKStart) { return false }
    if isAdFree && !has(.loadsForPayingUser) { return false }
    if world.isPreloaded(placement) && !has(.loadBesidePreloader) { return false }
    if isPointless(slot, reason) { return false }
    if isMisconfigured(state) { return false }
    if let loading = state.loading {
      let isOver =
        activeNow - loading.since > limit(.loadTimeoutSeconds) && !has(.loadWaitsForEver)
      if !isOver && !has(.noFlightGuard) { return false }
    }
    if !isPauseOver(state) && !([.config, .user, .resized].contains(reason)) { return false }
    if isHiddenBanner(state) && !has(.hiddenBannerRefreshed) { return false }
    if isCoveredBanner(state) && !([.config, .resized, .refresh].contains(reason)) { return false }
    return !placement.format.isFullScreen || mayRequestFullScreen(slot, reason)
  }

  private func mayRequestFullScreen(_ slot: Int, _ reason: Word) -> Bool {
    let placement = slots[slot].placement
    let isKept = has(.freshAdThrownAway) && reason == .foreground
    if !isKept && slots[slot].ready.contains(where: isFresh(placement.format)) { return false }
    if world.isLandscapeSplit(placement.scene) && !has(.landscapeSplitRequested) { return false }
    if placement.format != .appOpen { return true }
    let counts = reason != .background && !has(.capNotChecked) && !has(.capOffByOne)
    let asked = presentations.count {
      $0.stage == .pending && slots[$0.slot].placement.format == .appOpen && counts
    }
    return showsTodayByNow + Int64(asked) < policy.count(.dailyCap) ?? 0
  }

  private func isMisconfigured(_ state: HandwrittenSlot) -> Bool {
    !has(.configurationErrorRetried)
      && slots.contains { $0.placement.unit == state.placement.unit && $0.isMisconfigured }
  }

  private func isPauseOver(_ state: HandwrittenSlot) -> Bool {
    if state.failures == 0 || has(.retryAtOnce) { return true }
    return world.now - state.failedAt >= pause(after: state.failures)
  }

  /// The pause in milliseconds after a number of consecutive failures.
  func pause(after failures: Int) -> Int64 {
    if has(.constantPause) { return limit(.retryBaseSeconds) }
    if has(.pauseCountsFromZero) && failures > 0 {
      return failures == 1 ? 0 : limit(.retryBaseSeconds) << Int64(failures - 2)
    }
    let most = limit(.retryMaxSeconds)
    if failures > 20 && !has(.pauseNotCapped) { return most }
    let grown = limit(.retryBaseSeconds) << Int64(min(failures - 1, 30))
    return has(.pauseNotCapped) ? grown : min(grown, most)
  }

  func isFresh(_ format: Word) -> (ReadyAd) -> Bool {
    { [self] in age(of: $0) < maxAge(of: format) }
  }

  func age(of ad: ReadyAd) -> Int64 {
    has(.ageByWallClock) ? world.wall - wallAtStart - ad.loadedAt : world.now - ad.loadedAt
  }

  func maxAge(of format: Word) -> Int64 {
    if has(.ageNeverChecked) { return .max }
    if has(.ageInWrongUnit) { return limit(.appOpenMaxAgeSeconds) * 1_000 }
    switch format {
    case .appOpen:
      return limit(.appOpenMaxAgeSeconds) + (has(.ageLimitIncluded) ? 1 : 0)
    case .native: return limit(.nativeMaxAgeSeconds)
    default:
      return has(.fourHoursForAll)
        ? limit(.appOpenMaxAgeSeconds) : limit(.fullScreenMaxAgeSeconds)
    }
  }

  /// Requests the missing ads of all slots.
  func refill(_ reason: Word) {
    if isInBackground { return }
    for slot in slots.indices where slots[slot].placement.format.isFullScreen {
      request(slot, reason)
    }
    for slot in slots.indices where needsFeedAd(slot) { request(slot, .retry) }
  }

  func needsFeedAd(_ slot: Int) -> Bool {
    let state = slots[slot]
    return !state.placement.format.isFullScreen && state.hasAppeared && state.failures > 0
      && state.inFeed == nil && state.ready.isEmpty
  }

  /// Retries the failed loads of banners, which waited for the end of a full-screen ad.
  func retryBanners() {
    for slot in slots.indices where slots[slot].placement.format == .banner {
      if !isInBackground && slots[slot].failures > 0 && slots[slot].hasAppeared {
        request(slot, .retry)
      }
    }
  }

  func loadEvent(_ event: Event) {
    guard let slot = slotNumber(unit: event.unit, scene: event.scene) else {
      return dropEvent(event)
    }
    switch event.kind {
    case .adRequested: requested(event, slot)
    case .adLoaded: loaded(event, slot)
    case .adFailedToLoad: failed(event, slot)
    case .adRequestAbandoned: gaveUp(event, slot)
    default: dropEvent(event)
    }
  }

  private func requested(_ event: Event, _ slot: Int) {
    if slots[slot].loading != nil { slots[slot].loading?.request = event.request }
    slots[slot].asked.append((event.request, orientation(of: slots[slot].placement.scene)))
    if slots[slot].asked.count > 8 { slots[slot].asked.removeFirst() }
  }

  private func loaded(_ event: Event, _ slot: Int) {
    let asked = slots[slot].asked.last { $0.request == event.request }?.orientation
    if isAwaited(event, slot) { slots[slot].loading = nil }
    if !has(.failuresNeverForgotten) { slots[slot].failures = 0 }
    for other in slots.indices where slots[other].placement.unit == event.unit {
      slots[other].isMisconfigured = false
    }
    if seen.contains(event.ad) && !has(.doubledLoadTakenTwice) {
      if event.again == true && event.format == .banner { gotSameBanner(slot) }
      return
    }
    seen.append(event.ad)
    if hidesAds { return world.discard(event.ad, reason: .other) }
    if abandoned.contains(event.request) { lateLoads.append((event.ad, world.now)) }
    let placement = slots[slot].placement
    let isSecond = has(.loadTimeKept) && slots[slot].firstLoadedAt != nil
    if slots[slot].firstLoadedAt == nil { slots[slot].firstLoadedAt = world.now }
    var ad = ReadyAd(
      ad: event.ad, loadedAt: world.now, orientation: asked ?? orientation(of: placement.scene))
    if isSecond { ad.loadedAt = slots[slot].firstLoadedAt ?? world.now }
    if placement.format == .banner { return gotBanner(ad, slot) }
    slots[slot].ready.append(ad)
    if placement.format == .native { return showInFeed(slot) }
    prepare(event.ad)
    gotFullScreen(slot)
  }

  /// Whether a load event answers the current load of the slot.
  private func isAwaited(_ event: Event, _ slot: Int) -> Bool {
    guard let loading = slots[slot].loading else { return false }
    return loading.request == event.request || !loading.request.isPresent
  }

  private func prepare(_ ad: Symbol) {
    if !has(.delegateForgotten) && !has(.delegateSetTooLate) { world.setDelegate(ad) }
    if !has(.paidHandlerForgotten) { world.setPaidHandler(ad) }
  }

  private func failed(_ event: Event, _ slot: Int) {
    if isAwaited(event, slot) && !has(.loadingStaysSetAfterFailure) { slots[slot].loading = nil }
    slots[slot].failures += 1
    slots[slot].failedAt = world.now
    if event.failureCause(under: world.trace.header) == .configuration {
      slots[slot].isMisconfigured = true
    }
    if slots[slot].placement.format == .appOpen { leaveSplashIfDone() }
    if has(.failureOnlyLogged) { return }
    planRetry(slot)
  }

  private func planRetry(_ slot: Int) {
    if isOffline && has(.requestsWhileOffline) { return hammer(slot) }
    let wait = has(.retryAtOnce) ? 200 : pause(after: slots[slot].failures)
    world.schedule(after: wait) { [self] in
      let state = slots[slot]
      if isInBackground { return }
      if state.placement.format.isFullScreen || needsFeedAd(slot)
        || state.placement.format == .banner
      {
        request(slot, .retry)
      }
    }
  }

  /// Retries the failed loads, for example on return from the background.
  func retryFailed() {
    for slot in slots.indices where slots[slot].failures > 0 {
      if slots[slot].placement.format.isFullScreen || needsFeedAd(slot) { request(slot, .retry) }
    }
  }

  /// Drops an ad that the network reports as expired.
  private func dropEvent(_ event: Event) {
    guard event.kind == .adExpired, !has(.expiryNoticeIgnored) else { return }
    for slot in slots.indices {
      guard let index = slots[slot].ready.firstIndex(where: { $0.ad == event.ad }) else { continue }
      slots[slot].ready.remove(at: index)
      world.discard(event.ad, reason: .expired)
      if slots[slot].ready.isEmpty { request(slot, .expired) }
    }
  }
}
