internal import AdDecider
import AdSession

extension HandwrittenManager {
  func receive(_ event: Event, at index: Int, in world: World) {
    switch event.kind.eventClass {
    case .session: sessionEvent(event, at: index)
    case .app: appEvent(event)
    case .load: loadEvent(event)
    case .present: presentEvent(event)
    case .scene: sceneEvent(event)
    case .consent: consentEvent(event)
    case .reward: earned(event)
    case .lock:
      if event.kind == .deviceLocked && !has(.lockIgnored) { lockedAt = world.now }
    case .splash: splashEvent(event)
    case .user:
      actions += 1
      actedAt = world.now
      isPromptUp = false
    case .suppress: suppressionEvent(event)
    case .revenue: revenueEvent(event)
    case .entitlement: entitlementChanged(event.adFree ?? false)
    case .connectivity: connectivityChanged(event.connected ?? true)
    default: break
    }
  }

  private func sessionEvent(_ event: Event, at index: Int) {
    if event.kind == .sessionBegan, let header = world.trace.header {
      policy.apply(header.policy)
      utcOffset = header.utcOffsetMinutes
      launchCount = header.launchCount ?? 0
    }
    guard event.kind == .configChanged else { return }
    if !has(.remotePolicyIgnored) { policy.apply(world.trace.policyChanges[index] ?? []) }
    for slot in slots.indices { slots[slot].isMisconfigured = false }
    refill(.config)
  }

  private func appEvent(_ event: Event) {
    switch event.kind {
    case .appBecameActive: becameActive()
    case .appResignedActive:
      isActive = false
      resignedAfterDismissal = true
    case .appEnteredBackground: enteredBackground()
    case .appEnteringForeground: enteringForeground()
    case .appTerminating: terminating()
    case .appTimeChanged:
      if let offset = event.utcOffsetMin, !has(.zoneIgnored) { utcOffset = offset }
    default: break
    }
  }

  private func becameActive() {
    isActive = true
    lockedAt = nil
    if has(.shownAdPresentedAgain), let shown = presentations.last, shown.stage == .up {
      world.present(shown.ad, trigger: .active, scene: shown.scene)
    }
    if has(.dialogTakenForReturn), returning?.isDecided ?? true, hasContent {
      for slot in slots.indices where slots[slot].placement.format == .appOpen {
        tryToShow(slot, trigger: .active)
      }
    }
    decideReturn()
    if !world.profile.requestsInBackground && refillsOnReturn { refill(.foreground) }
    if !has(.failureOnlyLogged) { retryFailed() }
  }

  private var refillsOnReturn: Bool {
    !has(.nothingRequestedWhenNotReady) && !has(.failureOnlyLogged)
      && !has(.emptyShowWithoutRequest)
  }

  private func enteredBackground() {
    isInBackground = true
    isPromptUp = false
    isActive = false
    backgroundSince = world.now
    wallInBackground = world.wall
    if world.profile.requestsInBackground { requestInBackground() }
  }

  private func requestInBackground() {
    if lockedAt != nil && !has(.lockRequests) { return }
    for slot in slots.indices where slots[slot].placement.format == .appOpen {
      request(slot, .background)
    }
  }

  private func enteringForeground() {
    isInBackground = false
    guard let since = backgroundSince else { return }
    let away = has(.absenceByWallClock) ? world.wall - wallInBackground : world.now - since
    inactiveTime += world.now - since
    backgroundSince = nil
    let isLock = lockedAt.map { $0 <= since + limit(.lockWindowSeconds) } ?? false
    lockedAt = nil
    if !isLock { hasContentSinceReturn = false }
    returning = Return(isLock: isLock, away: away, at: world.now)
    dropStaleFeedAds()
  }

  private func terminating() {
    isTerminating = true
    if presentations.isEmpty && !has(.windowLeftBehind) { closeWindow() }
  }

  private func consentEvent(_ event: Event) {
    switch event.kind {
    case .consentUpdated:
      canRequestAds = event.canRequestAds ?? false
      if has(.requestsBeforeSDKStart) || isSDKStarted { refill(.launch) }
    case .sdkStarted:
      isSDKStarted = true
      openSlots()
      refill(.launch)
    case .trackingPromptShown: isPromptUp = true
    case .trackingAnswered: isPromptUp = false
    case .consentFormShown: formSince = activeNow
    case .consentFormClosed:
      formTime += activeNow - (formSince ?? activeNow)
      formSince = nil
    default: break
    }
  }

  /// Creates the slots of all full-screen placements, so that their first ads can be requested.
  func openSlots() {
    for placement in world.placements where placement.format.isFullScreen {
      _ = slotNumber(placement)
    }
  }

  private func splashEvent(_ event: Event) {
    switch event.kind {
    case .splashBegan: beginSplash()
    case .contentShown:
      hasContent = true
      hasContentSinceReturn = true
      openSlots()
      refill(.launch)
    default: break
    }
  }

  private func suppressionEvent(_ event: Event) {
    if event.kind == .suppressionBegan {
      suppressions.append(event.why)
    } else {
      suppressions.removeAll { $0 == event.why }
      suppressionEndedAt = world.now
    }
  }

  private func revenueEvent(_ event: Event) {
    if event.kind == .adClicked,
      let number = presentations.firstIndex(where: { $0.ad == event.ad && $0.stage == .up })
    {
      presentations[number].wasClicked = true
    }
    if event.kind == .adImpression,
      let slot = slots.firstIndex(where: { $0.inFeed == event.ad })
    {
      slots[slot].sawImpression = true
    }
  }

  /// Grants a reward that the user earned, once.
  private func earned(_ event: Event) {
    guard event.kind == .adRewardEarned, !has(.rewardNotGranted) else { return }
    if granted.contains(event.ad) && !has(.rewardGrantedTwice) { return }
    granted.append(event.ad)
    let amount = has(.rewardOfAnotherAmount) ? 1 : event.amount ?? 0
    if has(.rewardGrantedAtDismissalOnly) {
      owed.append((event.ad, event.text, amount))
    } else {
      world.claim(event.ad, type: event.text, amount: amount)
      if has(.rewardGrantedTwice) { world.claim(event.ad, type: event.text, amount: amount) }
    }
  }
}
