import AdSession

extension Decider {
  /// What keeps a place from being asked for now; nil: its slot is free, as the rules say it.
  ///
  /// - Parameter ignoresCap: Whether it is asked for though the day has no show left.
  func objection(_ place: Place, ignoresCap: Bool = false) -> LoadObjection? {
    if isTerminating { return .terminating }
    if isClosed(place.scene) { return .closedScene }
    if isSplitLandscape(place) { return .splitScreen }
    if lacksConsent { return .noConsent }
    if sees(.consent) && session.state.consent.sdkStarted.isAbsent { return .notStarted }
    if isMisconfigured(place) { return .misconfigured }
    if place.format == .appOpen && !ignoresCap && showsTodaySoFar >= most(.dailyCap) {
      return .capReached(until: nextMidnight)
    }
    if let rest = restOfFlight(place) { return .inFlight(rest: rest) }
    return endOfPause(place).map { .pausing(until: $0) }
  }

  /// Whether a load of the place is in flight.
  func isLoading(_ place: Place) -> Bool { restOfFlight(place) != nil }

  /// How much foreground time the load in flight has left; nil: none is in flight.
  private func restOfFlight(_ place: Place) -> Int64? {
    guard let request = slot(place)?.inFlight.last else { return nil }
    let requested = session.state.requests[Int(request)].requestedIndex
    let rest = limit(.loadTimeoutSeconds) - active(since: requested)
    return rest >= 0 ? rest + 1 : nil
  }

  /// When the pause after the failed loads of the place ends; nil: none runs.
  ///
  /// A pause is never shorter than half a second, so that no policy makes a failing load a loop.
  private func endOfPause(_ place: Place) -> Int64? {
    guard let slot = slot(place), let last = slot.failures.last else { return nil }
    let pause = Backoff.pause(
      failures: slot.failures.count, base: limit(.retryBaseSeconds),
      most: limit(.retryMaxSeconds))
    let end = session.t(Int(last)) + max(pause, 500)
    return now.t < end ? end : nil
  }

  /// Whether the unit failed for its configuration, and nothing changed since.
  private func isMisconfigured(_ place: Place) -> Bool {
    guard let number = session.state.unitNumber(place.unit) else { return false }
    let unit = session.state.units[number]
    guard unit.configurationFailure.isPresent else { return false }
    let isCleared =
      max(session.state.configChanged, unit.lastLoaded) > unit.configurationFailure
    return !isCleared && !(place.scene.isPresent && !unit.configurationFailureScene.isPresent)
  }

  /// Whether the scene is landscape without filling the display.
  private func isSplitLandscape(_ place: Place) -> Bool {
    guard place.format.isFullScreen, let size = size(of: place.scene) else { return false }
    return size.orientation == .landscape && size.fullScreen == false
  }

  /// When the next local day begins, in `t`, as the wall clock runs now.
  private var nextMidnight: Int64 {
    let offset = WallClock.offset(session.state.utcOffsetMinutes ?? 0)
    let begin = (day(now.wall) + 1) * WallClock.day - offset
    let (midnight, isNever) = now.t.addingReportingOverflow(max(1, begin - now.wall))
    return isNever ? .max : midnight
  }
}
