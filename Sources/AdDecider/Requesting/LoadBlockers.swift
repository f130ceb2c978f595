import AdSession

extension Decider {
  /// The reason why no ad may be requested for a placement now; `nil` if its slot is free by the
  /// rules.
  ///
  /// - Parameter ignoresCap: Whether a request is allowed after the daily cap is reached.
  func blocker(_ placement: Placement, ignoresCap: Bool = false) -> LoadBlocker? {
    if isTerminating { return .terminating }
    if isClosed(placement.scene) { return .closedScene }
    if isSplitLandscape(placement) { return .splitScreen }
    if surroundings.isAdFree { return .adFree }
    if surroundings.preloadedUnits.contains(placement.unit) { return .preloader }
    if lacksConsent { return .noConsent }
    if sees(.consent) && session.state.consent.sdkStarted.isAbsent { return .notStarted }
    if isMisconfigured(placement) { return .misconfigured }
    if isCapped(placement.format) && !ignoresCap && showsTodaySoFar >= count(.dailyCap) {
      return .capReached(until: nextMidnight)
    }
    if let rest = restOfFlight(placement) { return .inFlight(rest: rest) }
    if isPointless(placement) { return .offline }
    return endOfPause(placement).map { .pausing(until: $0) }
  }

  /// Whether a load of the placement is in flight.
  func isLoading(_ placement: Placement) -> Bool { restOfFlight(placement) != nil }

  /// The foreground time in milliseconds until the load in flight times out; `nil` if there is
  /// none.
  private func restOfFlight(_ placement: Placement) -> Int64? {
    guard let request = slot(placement)?.lastInFlight else { return nil }
    let requested = session.state.requests[request].requestedIndex
    let rest = duration(.loadTimeoutSeconds) - active(since: requested)
    return rest >= 0 ? rest + 1 : nil
  }

  /// The `t` at which the pause after failed loads ends; `nil` if there is no pause.
  ///
  /// A pause lasts at least half a second, so that no policy can cause a loop of failing loads.
  private func endOfPause(_ placement: Placement) -> Int64? {
    guard let slot = slot(placement), let last = slot.failures.last else { return nil }
    let pause = Backoff.pause(
      failures: slot.failures.count, base: duration(.retryBaseSeconds),
      most: duration(.retryMaxSeconds))
    let end = session.t(Int(last)) + max(pause, 500)
    return now.t < end ? end : nil
  }

  /// Whether the unit failed because of its configuration, which has not changed since.
  private func isMisconfigured(_ placement: Placement) -> Bool {
    guard let number = session.state.unitNumber(placement.unit) else { return false }
    let unit = session.state.units[number]
    guard unit.configurationFailure.isPresent else { return false }
    let isCleared =
      max(session.state.configChanged, unit.lastLoaded) > unit.configurationFailure
    return !isCleared && !(placement.scene.isPresent && !unit.configurationFailureScene.isPresent)
  }

  /// Whether the scene is in landscape orientation and does not fill the display.
  private func isSplitLandscape(_ placement: Placement) -> Bool {
    guard placement.format.isFullScreen, let size = size(of: placement.scene) else { return false }
    return size.orientation == .landscape && size.fullScreen == false
  }

  /// The `t` at which the next local day begins by the current wall clock.
  private var nextMidnight: Int64 {
    let offset = WallClock.offset(session.state.utcOffsetMinutes ?? 0)
    let begin = (day(now.wall) + 1) * WallClock.day - offset
    let (midnight, isNever) = now.t.addingReportingOverflow(max(1, begin - now.wall))
    return isNever ? .max : midnight
  }
}
