internal import AdDecider
import AdSession
import PropertyTesting

/// The moments without faults at the end of a process, at which a working manager shows its ads.
///
/// An ad manager can keep every rule by showing nothing. Therefore some processes of an app under
/// test end with moments at which nothing stands in the way of an ad: the faults have ended, and
/// all thresholds that the app states permit a show.
extension World {
  /// The number of moments offered to each placement.
  public static let faultlessMoments = 6

  /// Offers moments to all open placements, and notes the placements that were never used.
  ///
  /// A moment of a unit is used by any ad of its format in its window: several units can be the
  /// waterfall of one place in the app, which shows the best ad that it has.
  ///
  /// Shrinking leaves out the moments of placements that it does not need.
  ///
  /// The views of banners and native ads leave the screen and come back before each moment; one of
  /// the rows of a list must show an ad.
  func offerFaultlessMoments() {
    let begin = trace.events.count
    let day = clock.wall + clock.untilMidnight(in: clock.utcOffsetMinutes) - 86_400_000
    var used: Set<Placement> = []
    var spared: Set<Placement> = []
    var rounds = 0
    for _ in 0..<Self.faultlessMoments {
      let isWhole = use { world in
        let away = max(12_000, world.limit(.minBackgroundSeconds) + 1_000)
        world.leave(for: away...away + 60_000)
        world.revisitViews()
        world.advance(by: 40_000)
        for placement in world.openPlacements where placement.format != .appOpen {
          if !world.use({ if $0.isUsed(placement) { used.insert(placement) } }) {
            spared.insert(placement)
          }
        }
      }
      if isWhole { rounds += 1 }
    }
    guard !isOver, !choices.isRejected, rounds == Self.faultlessMoments else { return }
    unusedPlacements = openPlacements.filter {
      canShow($0, onDaySince: day) && !used.contains($0) && !spared.contains($0)
        && !isPresented($0, since: begin)
    }
  }

  /// Gives a placement an opportunity; returns whether an ad used it.
  private func isUsed(_ placement: Placement) -> Bool {
    placement.format.isFullScreen ? offerFreely(placement) : isFilled(placement)
  }

  /// Offers a moment; returns whether an ad of the format was presented in the window.
  private func offerFreely(_ placement: Placement) -> Bool {
    for _ in 0..<max(2, Int(app.policy.count(.interstitialMinActions) ?? 2)) where !isOver {
      act(in: placement.scene)
    }
    if isOver || !sdk.up.isEmpty { return false }
    let begin = trace.events.count
    offer(placement)
    // The ad is gone after 26 seconds, and the pause after it ends before the next moment.
    advance(by: max(40_000, limit(.interstitialMinGapSeconds) + 28_000))
    return trace.events[begin...].contains {
      $0.kind == .adPresentRequested && $0.format == placement.format
        && $0.scene == placement.scene
    }
  }

  /// Whether an ad of the unit was presented; for app-open ads, of any unit in any window, since
  /// the moment of all of them is the return.
  private func isPresented(_ placement: Placement, since begin: Int) -> Bool {
    trace.events[begin...].contains {
      $0.kind == .adPresentRequested
        && (placement.format == .appOpen
          ? $0.format == .appOpen : $0.unit == placement.unit && $0.scene == placement.scene)
    }
  }

  /// Whether consent, the SDK and the thresholds of the app permitted shows of a placement.
  ///
  /// A manager may leave a unit alone until the process ends, once it was misconfigured; in an app
  /// with several windows, an invalid size concerns only the windows of that size.
  ///
  /// - Parameter midnight: The wall-clock time at which the local day of the moments began.
  private func canShow(_ placement: Placement, onDaySince midnight: Int64) -> Bool {
    guard canRequestAds, app.isSDKStarted, !app.hasSplash else { return false }
    let size = size(of: placement)
    if sdk.misconfigurations.contains(where: { $0.concerns(placement.unit, size) }) { return false }
    if isLandscapeSplit(placement.scene) { return false }
    guard placement.format == .appOpen else { return app.contents.contains(placement.scene) }
    if let least = app.policy.value(.firstAdMinLaunches), Double(storage.launches) < least {
      return false
    }
    guard let cap = app.policy.value(.dailyCap) else { return true }
    if storage.hasOddDays { return false }
    return Double(storage.appOpenWalls.count { $0 >= midnight }) < cap
  }
}
