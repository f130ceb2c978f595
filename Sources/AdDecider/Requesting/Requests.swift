import AdSession

extension Decider {
  /// The next request of an ad; `nil` if no placement needs one now.
  mutating func nextRequest() -> Decision? {
    for number in placements.indices {
      let decision =
        placements[number].placement.format.isFullScreen
        ? fillFullScreen(number) : fillFeed(number)
      if let decision { return decision }
    }
    return nil
  }

  private mutating func fillFullScreen(_ number: Int) -> Decision? {
    let urgent = requestInBackground(number) ?? replaceMisfit(number) ?? reload(number)
    if let urgent { return urgent }
    let placement = placements[number].placement
    guard !isInBackground else { return nil }
    guard !isOverdue(number) else { return request(number, placements[number].cause) }
    if let ready = heldAds(placement).last(where: { isFresh($0, at: now.t) }) {
      wakeWhenTooOld(ready)
      return nil
    }
    return isOnScreen(placement) ? nil : request(number, placements[number].cause)
  }

  /// Requests an ad for a placement, unless its slot is blocked.
  mutating func request(_ number: Int, _ reason: Word) -> Decision? {
    let placement = placements[number].placement
    if let blocker = blocker(placement, ignoresCap: owesRequest(number)) {
      wake(after: blocker)
      return nil
    }
    var request = RequestDecision(placement: placement, reason: reason)
    request.orientation = orientation(of: placement)
    if placement.format == .native { request.count = profile.nativeCount }
    if placement.format == .banner {
      request.width = size(of: placement.scene)?.width
      placements[number].width = request.width
      placements[number].needsWidth = false
    }
    return .request(request)
  }

  private mutating func wake(after blocker: LoadBlocker) {
    switch blocker {
    case .capReached(let t), .pausing(let t): wake(at: t)
    case .inFlight(let rest): wake(afterActive: rest)
    default: break
    }
  }

  /// With ``DeciderProfile/requestsOnBackground``, requests an ad on every real background, unless
  /// an app-open ad is ready.
  private mutating func requestInBackground(_ number: Int) -> Decision? {
    guard let entered = placements[number].background else { return nil }
    placements[number].background = nil
    let placement = placements[number].placement
    guard isInBackground, session.state.app.enteredBackground == entered,
      session.state.app.openSpan?.cause == .real,
      !placements.contains(where: { hasReadyAppOpen($0.placement) })
    else { return nil }
    return blocker(placement) == nil ? request(number, .background) : nil
  }

  private func hasReadyAppOpen(_ placement: Placement) -> Bool {
    placement.format == .appOpen && heldAds(placement).contains { isFresh($0, at: now.t) }
  }

  /// Replaces an ad that does not fit its scene at once, even if the placement holds others.
  private mutating func replaceMisfit(_ number: Int) -> Decision? {
    guard placements[number].replacesMisfit else { return nil }
    placements[number].replacesMisfit = false
    return blocker(placements[number].placement) == nil ? request(number, .resized) : nil
  }

  /// Requests the next ad as soon as one was dismissed or failed to present, even while another ad
  /// is shown or about to be, or the app is in the background.
  private mutating func reload(_ number: Int) -> Decision? {
    guard placements[number].isDue else { return nil }
    placements[number].isDue = false
    let placement = placements[number].placement
    let isFilled = heldAds(placement).contains { isFresh($0, at: now.t) }
    return isFilled || blocker(placement) != nil ? nil : request(number, placements[number].cause)
  }

  /// Whether an ad of the placement is shown or about to be: the next request waits for its end.
  private mutating func isOnScreen(_ placement: Placement) -> Bool {
    for number in session.state.scenes.indices {
      let scene = session.state.scenes[number]
      if let shown = scene.shownAd.index, isOf(placement, shown), awaitsEnd(ofAdIn: number) {
        return true
      }
    }
    let open = attempts.filter { $0.unit == placement.unit && $0.scene == placement.scene }
    let rest = open.map { duration(.presentOutcomeSeconds) - active(since: $0.index) }.max()
    guard let rest, rest >= 0 else { return false }
    wake(afterActive: rest + 1)
    return true
  }

  /// Whether a scene shows a full-screen ad.
  ///
  /// If it does, the deadline is at the latest when the dismissal is overdue.
  mutating func awaitsEnd(ofAdIn number: Int) -> Bool {
    let scene = session.state.scenes[number]
    guard scene.shownAd.isPresent else { return false }
    let rest = duration(.dismissTimeoutSeconds) - active(since: scene.lastShow)
    if rest < 0 { return false }
    wake(afterActive: rest + 1)
    return true
  }

  private func isOf(_ placement: Placement, _ ad: Int) -> Bool {
    session.state.ads[ad].unit == placement.unit && session.state.ads[ad].scene == placement.scene
  }

  /// Whether the request that must follow a failed load is due now.
  ///
  /// It is due even if an ad arrived late or is still shown; held ads are then discarded first.
  mutating func isOverdue(_ number: Int) -> Bool {
    guard let failed = placements[number].unansweredFailure else { return false }
    let rest = duration(.slotSilenceSeconds) - 1_000 - active(since: failed)
    if rest > 0 { wake(afterActive: rest) }
    return rest <= 0
  }

  /// Whether a request must follow a failed load although the daily cap was reached since: when the
  /// load failed, a show was still left.
  private mutating func owesRequest(_ number: Int) -> Bool {
    guard let failed = placements[number].unansweredFailure,
      let show = session.state.shows.appOpen.last
    else { return false }
    return Int(show) > failed && isOverdue(number)
  }

  private mutating func wakeWhenTooOld(_ ad: Int) {
    let state = session.state.ads[ad]
    if let maximum = maxAge(state.format), !isInBackground {
      wake(at: session.t(state.loadedIndex) + maximum)
    }
  }
}
