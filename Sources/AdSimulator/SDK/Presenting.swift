internal import AdDecider
public import AdSession
import PropertyTesting

extension World {
  /// Records that the manager set its delegate; without one, an ad reports no callbacks.
  public func setDelegate(_ ad: Symbol) {
    let known = sdk.ad(ad)
    known?.hasDelegate = true
    record(.adDelegateSet) {
      $0.ad = ad
      $0.unit = known?.placement.unit ?? .absent
    }
    if bug == .delegateReleased, hasSurroundings, let known { later(400) { $0.release(known) } }
  }

  /// A bug: nothing keeps the delegate of an ad.
  private func release(_ ad: SimulatedAd) {
    ad.hasDelegate = false
    record(.adDelegateLost) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.what = .delegate
    }
  }

  /// Records that the manager set its paid-event handler; without one, an ad reports no revenue.
  public func setPaidHandler(_ ad: Symbol) {
    let known = sdk.ad(ad)
    known?.hasPaidHandler = true
    record(.adPaidHandlerSet) {
      $0.ad = ad
      $0.unit = known?.placement.unit ?? .absent
    }
  }

  /// Asks the SDK to show an ad, by default in the scene of its request.
  public func present(
    _ ad: Symbol, trigger: Word, scene: Symbol? = nil, orientation: Word = .absent
  ) {
    let known = sdk.ad(ad)
    let shownScene = scene ?? known?.placement.scene ?? .absent
    let problem = presentProblem(known, in: shownScene)
    known?.isPresented = true
    known?.presentedAt = clock.t
    known?.shownScene = shownScene
    let first = profile.units[0]
    let unit = known?.placement.unit ?? symbol(first.unit)
    let place = known.map { name(of: $0.placement) } ?? .absent
    record(.adPresentRequested) {
      $0.ad = ad
      $0.unit = unit
      $0.format = known?.placement.format ?? first.format
      $0.scene = shownScene
      $0.orientation = orientation
      $0.trigger = trigger
      $0.placement = place
    }
    guard let known, !isOver, !isReenacted else { return }
    if bug == .presentedOffMainThread { return failToPresent(known, 21) }
    if let problem {
      later(drawTime(5...200)) { $0.failToPresent(known, problem) }
    } else {
      resolve(known)
      planClosing(of: shownScene)
    }
  }

  /// The error code with which a call of present must fail; nil if it can succeed.
  private func presentProblem(_ ad: SimulatedAd?, in scene: Symbol) -> Int64? {
    guard let ad else { return 15 }
    if ad.isPresented || ad.isUp { return 18 }
    if ad.isDiscarded { return 15 }
    if phone.activation == .background { return 17 }
    if hasFullScreenAd(in: scene) { return 17 }
    return fits(ad) ? nil : 16
  }

  private func hasFullScreenAd(in scene: Symbol) -> Bool {
    sdk.up.contains { $0.shownScene == scene }
  }

  /// Whether another ad is up in the scene of an ad, or was presented there later and is not gone.
  private func isReplaced(_ ad: SimulatedAd) -> Bool {
    sdk.ads.contains {
      $0.shownScene == ad.shownScene
        && ($0.isUp || $0.presentedAt > ad.presentedAt && !$0.isGone)
    }
  }

  private func resolve(_ ad: SimulatedAd) {
    if let code = chosenFailure() {
      if strikes(.failsInsidePresent, 0.5) { return failToPresent(ad, code) }
      return later(drawTime(5...2_000, towards: 50)) { $0.failToPresent(ad, code) }
    }
    if strikes(.failsInsidePresent, 0.1) { return failToPresent(ad, 17) }
    if strikes(.presentNeverResolves, 0.08) { return }
    let isLate = strikes(.latePresent, 0.1, of: ad)
    let isGivenUp = isLate && planMoments(whilePending: ad)
    let late: ClosedRange<Int64> = isGivenUp ? 7_000...9_000 : 4_990...9_000
    let wait = isLate ? drawTime(late, towards: 5_001) : drawTime(10...900, towards: 150)
    if strikes(.impressionBeforeShow, 0.3) && !ad.hasImpression {
      later(max(0, wait - 5)) { $0.recordImpression(ad) }
    }
    if strikes(.earlyDismissal, 0.1, of: ad) { later(max(0, wait - 3)) { $0.dismiss(ad) } }
    later(wait) { $0.comeUp(ad) }
  }

  private func chosenFailure() -> Int64? {
    if let storm = sdk.storm, storm.until > clock.t { return storm.code }
    if strikes(.presentFailureStorm, 0.3) {
      sdk.storm = (choices.pick([16, 17, 22] as [Int64]), clock.t + 300_000)
      return sdk.storm?.code
    }
    return strikes(.presentFailure) ? choices.pick([17, 15, 16, 18, 22] as [Int64]) : nil
  }

  func failToPresent(_ ad: SimulatedAd, _ code: Int64) {
    ad.isGone = true
    ad.isUp = false
    guard ad.hasDelegate else {
      manager?.missed(.adFailedToPresent, of: ad.name, code: code, in: self)
      return
    }
    let isNameless = losesCode()
    record(.adFailedToPresent) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.format = ad.placement.format
      $0.scene = ad.shownScene
      $0.errorCode = isNameless ? nil : code
    }
    if let other = sdk.up.first { planMoment(under: other, isLikely: true) }
    if bug == .failureWrittenAsDismissal { recordPresent(.adDismissed, ad) }
  }

  private func comeUp(_ ad: SimulatedAd) {
    let isClosed = window(of: ad.shownScene) == nil && ad.shownScene.isPresent
    // The simulated apps show both ads, as their journals say.
    if isClosed || isUnderTest && isReplaced(ad) {
      return failToPresent(ad, 17)
    }
    ad.isUp = true
    recordPresent(.adWillPresent, ad)
    if strikes(.doubledPresent, 0.1, of: ad) {
      later(drawTime(0...900)) { $0.recordPresent(.adWillPresent, ad) }
    }
    if strikes(.presentShowsAndFails, 0.08) {
      return later(drawTime(1...500)) { $0.failToPresent(ad, 17) }
    }
    planRevenue(of: ad)
    planUser(of: ad)
    planMoment(under: ad)
  }

  func recordPresent(_ kind: EventKind, _ ad: SimulatedAd) {
    guard ad.hasDelegate else {
      manager?.missed(kind, of: ad.name, code: nil, in: self)
      return
    }
    record(kind) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.format = ad.placement.format
      $0.scene = ad.shownScene
    }
  }

  func dismiss(_ ad: SimulatedAd) {
    ad.isUp = false
    ad.isGone = true
    mark(limit(.quietAfterDismissSeconds))
    mark(limit(.interstitialMinGapSeconds))
    recordPresent(.adDismissed, ad)
  }
}
