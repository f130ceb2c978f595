internal import AdDecider
import AdSession

extension HandwrittenManager {
  func presentEvent(_ event: Event) {
    switch event.kind {
    case .adWillPresent: willPresent(event)
    case .adFailedToPresent: failedToPresent(event)
    case .adDismissed: dismissed(event)
    default: break
    }
  }

  private func willPresent(_ event: Event) {
    let number = presentations.firstIndex { $0.ad == event.ad }
    if let number, presentations[number].stage == .up, presentations[number].wasClicked { return }
    if event.format == .appOpen && !has(.firstShowNotCounted) || showsToday > 0 {
      countShow(event.format)
    } else if event.format == .appOpen {
      world.storage.shows.append(.init(wall: 0, day: -1))
      countShow(event.format)
      world.storage.shows.removeLast()
    }
    if event.format == .interstitial { actionsAtInterstitial = actions }
    if splashBeganAt != nil { shownOnSplash.append(event.ad) }
    if let number {
      presentations[number].stage = .up
      presentations[number].since = activeNow
    } else if let slot = slotNumber(unit: event.unit, scene: event.scene) {
      presentations.append(
        Presentation(
          ad: event.ad, slot: slot, scene: event.scene, stage: .up, since: activeNow))
      watchPresentation(event.ad)
    }
  }

  private func countShow(_ format: Word) {
    guard format == .appOpen else { return }
    world.storage.shows.append(.init(wall: world.wall, day: today))
  }

  private func failedToPresent(_ event: Event) {
    guard let slot = slotNumber(unit: event.unit, scene: event.scene) else { return }
    presentFailures.append((slot, event.errorCode ?? -1, world.now))
    if event.format == .appOpen { lastRemaining = nil }
    let wasOurs = presentations.contains { $0.ad == event.ad }
    if !has(.showingStaysSetAfterFailure) { presentations.removeAll { $0.ad == event.ad } }
    if wasOurs && !has(.windowLeftBehind) { closeWindow() }
    if has(.failedAdPresentedAgain) {
      slots[slot].ready.append(
        ReadyAd(ad: event.ad, loadedAt: world.now, orientation: orientation(of: event.scene)))
    }
    if !has(.noReloadAfterPresentFailure) { request(slot, .failedToPresent) }
    retryBanners()
    if event.format == .appOpen { leaveSplashIfDone() }
  }

  private func dismissed(_ event: Event) {
    guard let slot = slotNumber(unit: event.unit, scene: event.scene) else { return }
    if !has(.showingStaysSetAfterDismissal) { presentations.removeAll { $0.ad == event.ad } }
    dismissals.append((event.ad, event.format, world.now))
    if !has(.otherAdTakenForReturn) { resignedAfterDismissal = false }
    if !has(.windowLeftBehind) { closeWindow() }
    for debt in owed where debt.ad == event.ad {
      world.claim(debt.ad, type: debt.type, amount: debt.amount)
    }
    owed.removeAll { $0.ad == event.ad }
    if has(.reloadLate) {
      world.schedule(after: 40_000) { [self] in request(slot, .dismissed) }
    } else if !has(.noReloadAfterDismissal) {
      request(slot, .dismissed)
    }
    retryBanners()
    if shownOnSplash.contains(event.ad) && !has(.splashStaysAfterAd) {
      leaveSplash()
    }
    if has(.otherAdTakenForReturn) && event.format != .appOpen { takeForReturn() }
    if has(.rewardOfferedAfterInterstitial) && event.format == .interstitial { offerReward() }
  }

  private func takeForReturn() {
    for slot in slots.indices where slots[slot].placement.format == .appOpen {
      tryToShow(slot, trigger: .active)
    }
  }

  private func offerReward() {
    for slot in slots.indices where slots[slot].placement.format.isRewarded {
      world.schedule(after: 500) { [self] in tryToShow(slot, trigger: .transition) }
    }
  }

  func openWindow(in scene: Symbol) {
    if !has(.windowLeftBehind) { closeWindow() }
    window = world.showWindow(in: has(.windowWithoutScene) ? .absent : scene)
  }

  func closeWindow() {
    guard let open = window else { return }
    window = nil
    world.closeWindow(open)
  }
}
