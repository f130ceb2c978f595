internal import AdDecider
import AdSession

extension HandwrittenManager {
  /// Shows an ad of a slot, or records the reason why it is skipped.
  func tryToShow(_ slot: Int, trigger: Word) {
    if isStuck { return }
    let placement = slots[slot].placement
    if let reason = reasonToSkip(slot, trigger) { return skip(slot, reason, trigger) }
    dropStaleAds(slot)
    guard let ad = slots[slot].ready.first else {
      if has(.emptyShowWithoutRequest) { return world.recordShowWithoutAd(placement, trigger) }
      if has(.presentedBeforeLoaded) { presentNothing(slot, trigger) }
      let reason: Word = slots[slot].droppedStaleAd ? .expired : .notReady
      slots[slot].droppedStaleAd = false
      skip(slot, reason, trigger)
      if !has(.nothingRequestedWhenNotReady) { request(slot, reason) }
      return
    }
    world.recordDecision(
      placement, outcome: .show, reason: .ready, ad: ad.ad,
      remaining: remainingAfterShow(placement),
      trigger: trigger)
    present(ad, slot, trigger)
  }

  /// A bug: presents an ad that is still loading.
  private func presentNothing(_ slot: Int, _ trigger: Word) {
    let next = world.symbol("a-next-\(seen.count)")
    present(ReadyAd(ad: next, loadedAt: world.now, orientation: .absent), slot, trigger)
  }

  func present(_ ad: ReadyAd, _ slot: Int, _ trigger: Word) {
    let placement = slots[slot].placement
    if !has(.adKeptAfterShow) { slots[slot].ready.removeAll { $0.ad == ad.ad } }
    let scene = sceneToShow(placement)
    presentations.append(
      Presentation(ad: ad.ad, slot: slot, scene: scene, since: activeNow))
    if world.profile.hasAdWindow && placement.format == .appOpen { openWindow(in: scene) }
    if placement.format == .interstitial { actionsAtInterstitial = actions }
    watchPresentation(ad.ad)
    world.present(
      ad.ad, trigger: trigger, scene: scene,
      orientation: placement.format == .appOpen ? orientationToShow(ad, scene) : .absent)
    if has(.delegateSetTooLate) { world.setDelegate(ad.ad) }
    if has(.presentCalledTwice) { world.present(ad.ad, trigger: trigger, scene: scene) }
  }

  private func sceneToShow(_ placement: Placement) -> Symbol {
    guard has(.shownInFrontScene), placement.scene.isPresent else { return placement.scene }
    return world.placements.last { $0.format == placement.format }?.scene ?? placement.scene
  }

  private func orientationToShow(_ ad: ReadyAd, _ scene: Symbol) -> Word {
    has(.orientationOfTheMoment) ? orientation(of: scene) : ad.orientation
  }

  /// Ends a presentation that gets no answer or is not dismissed within its time limit.
  func watchPresentation(_ ad: Symbol) {
    guard !has(.showingStaysSetWithoutAnswer) else { return }
    world.schedule(after: limit(.presentOutcomeSeconds) + 1) { [self] in endIfOver(ad) }
    world.schedule(after: limit(.dismissTimeoutSeconds) + 1) { [self] in endIfOver(ad) }
  }

  private func endIfOver(_ ad: Symbol) {
    guard let number = presentations.firstIndex(where: { $0.ad == ad }) else { return }
    let presentation = presentations[number]
    let left = timeLeft(presentation)
    if left >= 0 { return world.schedule(after: left + 1) { [self] in endIfOver(ad) } }
    presentations.remove(at: number)
    closeWindow()
    request(presentation.slot, .dismissed)
    retryBanners()
    leaveSplash()
  }

  /// The time in milliseconds until a presentation is given up; negative if it is over.
  private func timeLeft(_ presentation: Presentation) -> Int64 {
    let most: PolicyKey =
      presentation.stage == .pending ? .presentOutcomeSeconds : .dismissTimeoutSeconds
    return limit(most) - (activeNow - presentation.since)
  }

  /// Whether a presentation got no answer, or was not dismissed, within its time limit.
  func isOver(_ presentation: Presentation) -> Bool { timeLeft(presentation) < 0 }

  /// The reason not to show an ad of a slot now; nil if there is none.
  func reasonToSkip(_ slot: Int, _ trigger: Word) -> Word? {
    let placement = slots[slot].placement
    if isTerminating || closedScenes.contains(placement.scene) && !has(.closedSceneKept) {
      return .contentShown
    }
    if isInBackground && !has(.showsInBackground) { return .suppressed }
    if hidesAds || isPromptUp && !has(.adOverTrackingPrompt) { return .suppressed }
    if isBusy(placement.scene) { return .showing }
    if !isQuiet(placement.format) { return .interval }
    if isStorm(slot) || isLate(slot) { return .interval }
    if placement.format == .appOpen { return reasonToSkipAppOpen(trigger) }
    if placement.format == .interstitial { return reasonToSkipInterstitial() }
    return nil
  }

  private func isBusy(_ scene: Symbol) -> Bool {
    if has(.showingNotChecked) { return false }
    return presentations.contains { presentation in
      if presentation.scene != scene { return false }
      if has(.onlyUpCounts) && presentation.stage == .pending { return false }
      return !isOver(presentation)
    }
  }

  /// Whether enough time passed since the last dismissal, or the user acted since then.
  private func isQuiet(_ format: Word) -> Bool {
    guard let last = dismissals.last, !ignoresQuiet(format) else { return true }
    if let actedAt, actedAt > last.at { return true }
    return world.now - last.at > limit(.quietAfterDismissSeconds)
  }

  private func ignoresQuiet(_ format: Word) -> Bool {
    has(.adRightAfterAd) || has(.rewardOfferedAfterInterstitial) && format.isRewarded
      || has(.otherAdTakenForReturn) && format == .appOpen
  }

  /// A bug: the flag for an ad on the screen stays set and prevents all further shows.
  private var isStuck: Bool {
    let stays =
      has(.showingStaysSetAfterDismissal) || has(.showingStaysSetAfterFailure)
      || has(.showingStaysSetWithoutAnswer)
    return stays && !presentations.isEmpty
  }

  private func isStorm(_ slot: Int) -> Bool {
    if has(.stormNotSeen) { return false }
    let recent = presentFailures.filter {
      $0.slot == slot && world.now - $0.at <= limit(.presentFailureStormSeconds)
    }
    let most = Int(policy.count(.presentFailureStorm) ?? 3) - 1
    return recent.contains { failure in recent.count { $0.code == failure.code } >= most }
  }

  private func reasonToSkipInterstitial() -> Word? {
    if !hasContent && !has(.interstitialAtLaunch) { return .suppressed }
    if presentations.contains(where: { slots[$0.slot].placement.format == .interstitial }) {
      return .showing
    }
    let needed = Int(policy.count(.interstitialMinActions) ?? 2)
    if let before = actionsAtInterstitial, actions - before < needed, !has(.actionsNotCounted) {
      return .interval
    }
    if let last = dismissals.last(where: { $0.format == .interstitial }), !has(.gapNotKept) {
      let from = has(.gapFromShow) ? last.at - 30_000 : last.at
      if world.now - from < limit(.interstitialMinGapSeconds) { return .interval }
    }
    return nil
  }

  private func dropStaleAds(_ slot: Int) {
    let format = slots[slot].placement.format
    let stale = slots[slot].ready.filter { !isFresh(format)($0) }
    if stale.isEmpty { return }
    slots[slot].droppedStaleAd = true
    slots[slot].ready.removeAll { ad in stale.contains { $0.ad == ad.ad } }
    for ad in stale { world.discard(ad.ad, reason: .expired) }
  }

  private func skip(_ slot: Int, _ reason: Word, _ trigger: Word) {
    let placement = slots[slot].placement
    if placement.format == .appOpen && has(.decisionNotRecorded) { return }
    world.recordDecision(
      placement, outcome: .skip, reason: reason, remaining: remainingAfterSkip(placement),
      trigger: trigger)
  }

  func gotFullScreen(_ slot: Int) {
    if slots[slot].placement.format == .appOpen {
      if splashBeganAt != nil { tryToShow(slot, trigger: .launch) }
      if has(.abandonedLoadShown), isLate(slot) { present(slots[slot].ready[0], slot, .launch) }
      if has(.lateAdShownOverContent) && hasContent && returning == nil {
        tryToShow(slot, trigger: .launch)
      }
    } else if has(.shownAsSoonAsLoaded) {
      tryToShow(slot, trigger: .loaded)
    }
  }
}
