internal import AdDecider
import AdSession
import PropertyTesting

/// Steps of an app under test in which the user acts at the times that its thresholds define.
extension World {
  /// Lets the user come back or take a moment about when an ad becomes too old or a pause ends.
  func takeAim() {
    let placements = openPlacements.filter { $0.format.isFullScreen }
    if placements.isEmpty || phone.isEnding { return }
    let held = faults.contains(.longAbsences) ? heldAds : []
    if !held.isEmpty && choices.bool() {
      let ad = held[choices.pick(held.count)]
      return act(at: ad.loadedAt + maximumAge(of: ad.placement), in: ad.placement)
    }
    let coming = instants.filter { $0 > clock.t && $0 - clock.t < 600_000 }
    let placement = placements[choices.pick(placements.count)]
    if coming.isEmpty { return offerAll(placement) }
    act(at: coming[choices.pick(coming.count)], in: placement)
  }

  /// The ads that the manager can still show.
  private var heldAds: [SimulatedAd] {
    sdk.ads.filter {
      $0.placement.format.isFullScreen && !$0.isPresented && !$0.isDiscarded && !$0.hasExpired
        && isOpen($0.placement)
    }
  }

  /// The user comes back, or takes a moment, at a time or shortly before or after it.
  private func act(at time: Int64, in placement: Placement) {
    let target = time + drawTime(-2_000...60_000, near: [0])
    if target <= clock.t { return }
    if placement.format == .appOpen { return comeBack(at: target) }
    if target - clock.t > 60_000 {
      let wait = target - clock.t - drawTime(2_000...20_000, towards: 5_000)
      leave(for: wait...wait)
    }
    if isOver { return }
    advance(by: target - clock.t)
    if !isOver { offerAll(placement) }
  }

  /// The user leaves the app and comes back at a time.
  private func comeBack(at time: Int64) {
    resign()
    enterBackground()
    advance(by: time - clock.t)
    if isOver { return }
    enterForeground()
    activate()
  }

  /// Offers a moment after two actions of the user.
  private func offerAll(_ placement: Placement) {
    guard sdk.up.isEmpty, !app.hasSplash, placement.format != .appOpen, isOpen(placement) else {
      return
    }
    act(in: placement.scene)
    act(in: placement.scene)
    if !isOver { offer(placement) }
  }

  /// Sometimes plans a moment that no user causes while an ad covers the app: the time of a level
  /// is over, or a download is complete.
  ///
  /// It is likely when an older ad has just failed: the manager may take the failure for that of
  /// the ad on the screen.
  func planMoment(under ad: SimulatedAd, isLikely: Bool = false) {
    let range: ClosedRange<Int64> = isLikely ? 500...10_000 : 1_000...20_000
    planMoment(in: range, towards: isLikely ? 1_000 : 3_000, probability: isLikely ? 0.5 : 0.1) {
      ad.isUp && $0.phone.activation == .active
    }
  }

  /// Sometimes plans such a moment while a dialog or a consent form covers the app.
  ///
  /// - Parameter duration: How long it does so, in milliseconds.
  func planMoment(underCoverFor duration: Int64) {
    planMoment(in: 0...max(0, duration - 1), towards: 0, probability: 0.2) { _ in true }
  }

  /// Sometimes plans two moments soon after a manager may give up an ad that does not appear: it
  /// can load another one at the first, and present it at the second.
  func planMoments(whilePending ad: SimulatedAd) -> Bool {
    guard isUnderTest, choices.bool() else { return false }
    for delay in [5_100, 6_000] as [Int64] {
      later(delay) { world in
        if world.phone.activation == .active && !world.hasConsentForm {
          world.offerAll(ad.placement)
        }
      }
    }
    return true
  }

  private func planMoment(
    in range: ClosedRange<Int64>, towards origin: Int64, probability: Double,
    isPossible: @escaping (World) -> Bool
  ) {
    let placements = offeredPlacements.filter { !$0.format.isRewarded }
    guard isUnderTest, !placements.isEmpty, choices.bool(probability: probability) else { return }
    let placement = placements[choices.pick(placements.count)]
    later(drawTime(range, towards: origin)) { world in
      if isPossible(world) && world.isOpen(placement) { world.offer(placement) }
    }
  }

  /// The user tries again and again, as where the app shows no ad or an ad fails.
  func insist() {
    let shortest = limit(.minBackgroundSeconds) + 1
    choices.repeating(0...6, average: 4, label: "attempt") {
      if isOver { return }
      if offeredPlacements.isEmpty {
        leave(for: shortest...shortest + 10_000)
      } else {
        offerMoment()
      }
      advance(by: drawTime(500...20_000, towards: 3_000))
    }
  }
}
