import AdSession

extension Decider {
  /// What speaks against showing an ad of a full-screen place now; nil: nothing does.
  ///
  /// What the user would be told first comes first; what time mends comes last.
  func reasonToSkip(_ number: Int) -> Word? {
    let place = places[number].place
    if isTerminating || isInBackground { return .suppressed }
    if isClosed(place.scene) { return .doesNotFit }
    if isBusy(place) { return .showing }
    if session.state.consent.formShown.isPresent { return .suppressed }
    if let reason = reasonOfFormat(number) { return reason }
    if lacksConsent { return .noConsent }
    if !isQuiet(place) || isStormNear(place) { return .interval }
    if readyAd(place) != nil { return nil }
    return reasonOfNoAd(number)
  }

  private func reasonOfFormat(_ number: Int) -> Word? {
    switch places[number].place.format {
    case .appOpen: reasonToSkipAppOpen(number)
    case .interstitial: reasonToSkipInterstitial()
    default: nil
    }
  }

  /// Why a place has no ad to show: what it has is too old or does not fit, or it has none.
  func reasonOfNoAd(_ number: Int) -> Word {
    let place = places[number].place
    if ownAds(place).contains(where: { isFresh($0, at: now.t) }) { return .doesNotFit }
    let slot = slot(place)
    let isStale = !ownAds(place).isEmpty
    let last = max(slot?.lastLoaded ?? .none, slot?.lastFailure ?? .none)
    return isStale || places[number].expired > last ? .expired : .notReady
  }

  /// The oldest ad of a place that can be shown now: young enough, and as its scene is.
  func readyAd(_ place: Place) -> Int? {
    ownAds(place).first { isFresh($0, at: now.t) && fits($0, place) }
  }

  /// Whether another full-screen ad is up, or asked to be.
  private func isBusy(_ place: Place) -> Bool {
    for number in session.state.scenes.indices {
      let scene = session.state.scenes[number].scene
      let isSame = scene == place.scene || !scene.isPresent || !place.scene.isPresent
      if isSame && isBusy(scene: number) { return true }
    }
    return false
  }

  /// Whether a full-screen ad is up in a scene, or asked to be.
  ///
  /// An ad whose end was told before it came up can still come up.
  func isBusy(scene number: Int) -> Bool {
    let scene = session.state.scenes[number]
    if scene.shownAd.isPresent, active(since: scene.lastShow) <= limit(.dismissTimeoutSeconds) {
      return true
    }
    return attempts.contains { attempt in
      attempt.scene == scene.scene && attempt.format.isFullScreen
        && active(since: attempt.index) <= limit(.presentOutcomeSeconds)
    }
  }

  /// Whether the last full-screen ad has been gone for long enough, or the user acted since.
  private func isQuiet(_ place: Place) -> Bool {
    let dismissed = session.state.shows.dismissed
    if dismissed.isAbsent || session.state.screen.userActed > dismissed { return true }
    return elapsed(since: dismissed) > limit(.quietAfterDismissSeconds)
  }

  /// Whether one more failure like the last ones would make a storm; a call of present without an
  /// answer can still fail with any code.
  private func isStormNear(_ place: Place) -> Bool {
    let window = limit(.presentFailureStormSeconds)
    let open = attempts.count {
      $0.unit == place.unit && $0.scene == place.scene && elapsed(since: $0.index) <= window
    }
    let recent = presentFailures.filter {
      $0.unit == place.unit && $0.scene == place.scene && now.t - $0.t <= window
    }
    let most = recent.map { failure in recent.count { $0.code == failure.code } }.max() ?? 0
    return most + open > 0 && Int64(most + open + 1) >= self.most(.presentFailureStorm)
  }

  /// Whether consent, where it is recorded, forbids ads or was not asked for yet.
  var lacksConsent: Bool {
    sees(.consent) && (session.state.consent.canRequestAds != true)
  }
}
