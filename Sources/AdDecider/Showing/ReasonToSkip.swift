import AdSession

extension Decider {
  /// The reason why a full-screen placement may not show an ad now; `nil` if it may.
  ///
  /// Of several reasons, the most lasting comes first.
  func reasonToSkip(_ number: Int) -> Word? {
    let placement = placements[number].placement
    if isTerminating || isInBackground || surroundings.isAdFree { return .suppressed }
    if isClosed(placement.scene) { return .doesNotFit }
    if isBusy(placement) { return .showing }
    if session.state.consent.formShown.isPresent || surroundings.isPromptUp { return .suppressed }
    if let reason = reasonOfFormat(number) { return reason }
    if lacksConsent { return .noConsent }
    if !isQuiet(placement) || isStormNear(placement) || isLate(placement) { return .interval }
    if readyAd(placement) != nil { return nil }
    return reasonOfNoAd(number)
  }

  private func reasonOfFormat(_ number: Int) -> Word? {
    switch placements[number].placement.format {
    case .appOpen: reasonToSkipAppOpen(number)
    case .interstitial: reasonToSkipInterstitial()
    default: nil
    }
  }

  /// The reason why a placement has no ad to show: its ads do not fit, are expired, or there is
  /// none.
  func reasonOfNoAd(_ number: Int) -> Word {
    let placement = placements[number].placement
    if availableAds(placement).contains(where: { isFresh($0, at: now.t) }) { return .doesNotFit }
    let slot = slot(placement)
    let isStale = !availableAds(placement).isEmpty
    let last = max(slot?.lastLoaded ?? .none, slot?.lastFailure ?? .none)
    return isStale || placements[number].expired > last ? .expired : .notReady
  }

  /// The oldest ad of a placement that is fresh and fits its scene.
  func readyAd(_ placement: Placement) -> Int? {
    availableAds(placement).first { isFresh($0, at: now.t) && fits($0, placement) }
  }

  /// Whether a full-screen ad is shown or about to be in the scene of a placement.
  private func isBusy(_ placement: Placement) -> Bool {
    for number in session.state.scenes.indices {
      let scene = session.state.scenes[number].scene
      let isSame = scene == placement.scene || !scene.isPresent || !placement.scene.isPresent
      if isSame && isBusy(scene: number) { return true }
    }
    return false
  }

  /// Whether a full-screen ad is shown or about to be in a scene.
  ///
  /// An ad may appear although its dismissal was reported before.
  func isBusy(scene number: Int) -> Bool {
    let scene = session.state.scenes[number]
    if scene.shownAd.isPresent, active(since: scene.lastShow) <= duration(.dismissTimeoutSeconds) {
      return true
    }
    return attempts.contains { attempt in
      session.state.identity(attempt.scene) == scene.scene && attempt.format.isFullScreen
        && active(since: attempt.index) <= duration(.presentOutcomeSeconds)
    }
  }

  /// Whether enough time has passed since the last dismissal, or the user acted since.
  private func isQuiet(_ placement: Placement) -> Bool {
    let dismissed = session.state.shows.dismissed
    if dismissed.isAbsent || session.state.screen.userActed > dismissed { return true }
    return elapsed(since: dismissed) > duration(.quietAfterDismissSeconds)
  }

  /// Whether one more present failure with the same code would be a storm.
  ///
  /// Calls of `present` without an outcome count, because they may still fail with any code.
  private func isStormNear(_ placement: Placement) -> Bool {
    let window = duration(.presentFailureStormSeconds)
    let open = attempts.count {
      $0.unit == placement.unit && $0.scene == placement.scene && elapsed(since: $0.index) <= window
    }
    let recent = presentFailures.filter {
      $0.unit == placement.unit && $0.scene == placement.scene && now.t - $0.t <= window
    }
    let alike = recent.map { failure in recent.count { $0.code == failure.code } }.max() ?? 0
    return alike + open > 0 && Int64(alike + open + 1) >= count(.presentFailureStorm)
  }

  /// Whether consent is recorded and was refused or not yet requested.
  var lacksConsent: Bool {
    sees(.consent) && (session.state.consent.canRequestAds != true)
  }
}
