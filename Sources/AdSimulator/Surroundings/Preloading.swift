internal import AdDecider
import AdSession
import PropertyTesting

/// A preloader of the SDK, which keeps one ad of a unit ready.
struct SimulatedPreloader {
  let placement: Placement
  var isStarted = false
  var hasAd = false
}

extension World {
  /// Leaves the last full-screen unit to a preloader of the SDK.
  func choosePreloadedPlacement() {
    let placement = app.placements.last { $0.format.isFullScreen && $0.format != .appOpen }
    around.preloader = placement.map { SimulatedPreloader(placement: $0) }
  }

  /// Whether a preloader of the SDK loads the ads of a placement, so that no manager does.
  func isPreloaded(_ placement: Placement) -> Bool { around.preloader?.placement == placement }

  /// Starts the preloader, if the app uses one.
  func startPreloader() {
    guard hasSurroundings, around.preloader?.isStarted == false else { return }
    around.preloader?.isStarted = true
    recordPreloader(.preloadStarted)
    if bug == .preloaderStartedTwice { later(2_000) { $0.recordPreloader(.preloadStarted) } }
    planPreload(after: drawTime(300...8_000, towards: 900))
  }

  /// Stops the preloader for good; an ad that it had ready is lost.
  func stopPreloader() {
    guard around.preloader?.isStarted == true else { return }
    recordPreloader(.preloadStopped)
    around.preloader = nil
  }

  private func planPreload(after delay: Int64) {
    later(delay) { world in
      guard world.around.preloader?.isStarted == true else { return }
      if world.failsToPreload() { return world.planPreload(after: 3_000) }
      world.around.preloader?.hasAd = true
      world.recordPreloader(.preloadAvailable)
    }
  }

  /// Whether the preloader gets no ad now; it says nothing and tries again.
  private func failsToPreload() -> Bool {
    !around.isConnected || strikes(.noFill, sdk.failureRate)
      || strikes(.networkError, sdk.failureRate)
  }

  /// Takes the ad of the preloader for a show, unless an ad of the placement is left from before.
  func takePreloadedAd(for placement: Placement) {
    guard let preloader = around.preloader, preloader.placement == placement, preloader.hasAd,
      canRequestAds, !around.isAdFree, !phone.isEnding, !holdsAd(for: placement)
    else { return }
    around.preloader?.hasAd = false
    deliver(recordRequest(placement, LoadRequest(reason: .preload)), nil)
    recordPreloader(.preloadExhausted)
    if bug != .preloaderNeverRefills { planPreload(after: drawTime(500...20_000, towards: 2_000)) }
  }

  private func holdsAd(for placement: Placement) -> Bool {
    let oldest = clock.t - limit(.fullScreenMaxAgeSeconds)
    return sdk.ads.contains {
      $0.placement == placement && !$0.isPresented && !$0.isDiscarded && !$0.hasExpired
        && $0.loadedAt > oldest
    }
  }

  private func recordPreloader(_ kind: EventKind) {
    guard let placement = around.preloader?.placement else { return }
    record(kind) {
      $0.unit = placement.unit
      $0.format = placement.format
      if kind == .preloadStarted { $0.count = 1 }
    }
  }
}
