import AdSession

extension Decider {
  /// The reason to skip an app-open ad, apart from the state of the ad itself.
  func reasonToSkipAppOpen(_ number: Int) -> Word? {
    if session.state.app.lastEndedSpan?.cause == .lock { return .locked }
    if isNewInstall { return .firstLaunches }
    if isInContent { return .contentShown }
    if isColdWithoutSplash {
      return readyAd(placements[number].placement) == nil ? reasonOfNoAd(number) : .contentShown
    }
    if isSuppressed || followsDialog { return .suppressed }
    if isCapped(.appOpen),
      showsToday + unansweredAppOpens >= count(.dailyCap) || remainingAfterShow < 0
    {
      return .dailyCap
    }
    return isTooSoon ? .interval : nil
  }

  /// Whether the install has too few launches for app-open ads.
  private var isNewInstall: Bool {
    guard isLimited(by: .firstAdMinLaunches), let launches = session.state.header?.launchCount
    else {
      return false
    }
    return launches < count(.firstAdMinLaunches)
  }

  /// Whether the main content was shown and the app was not left since.
  private var isInContent: Bool {
    let shown = session.state.screen.contentShown
    return shown.isPresent && shown > session.state.app.lastRealReturn?.end ?? .none
  }

  /// Whether this is a cold start without a loading screen that lasts until an ad appears.
  private var isColdWithoutSplash: Bool {
    guard session.state.app.isCold != false, session.state.app.realReturns.isEmpty,
      sees(.splash)
    else { return false }
    return !splashes.contains { timeToPresent(over: $0) >= 0 }
  }

  /// Whether a suppression is open or ended less than its tail ago.
  private var isSuppressed: Bool {
    if !session.state.screen.openSuppressions.isEmpty { return true }
    let ended = session.state.screen.suppressionEnded
    return ended.isPresent && elapsed(since: ended) <= duration(.suppressionTailSeconds)
  }

  /// Whether the app only resigned active, for a dialog, a sheet or a call, and was not left.
  private var followsDialog: Bool {
    let app = session.state.app
    guard app.resignedActive.isPresent, app.enteredBackground < app.resignedActive,
      app.launchEnded.isPresent
    else { return false }
    guard let returned = app.lastRealReturn?.end else { return true }
    return active(since: returned) > duration(.decisionSeconds)
  }

  /// Whether the absence was too short, or the app was not left since the last ad.
  private var isTooSoon: Bool {
    let app = session.state.app
    if isLimited(by: .minBackgroundSeconds), let span = app.lastEndedSpan,
      span.end > session.state.shows.appOpenAttempt,
      session.t(span.end) - session.t(span.begin) <= duration(.minBackgroundSeconds)
    {
      return true
    }
    let dismissed = session.state.shows.dismissed
    return dismissed.isPresent
      && max(app.resignedActive, app.lastRealReturn?.end ?? .none) <= dismissed
  }

  /// The reason to skip an interstitial, apart from the state of the ad itself.
  func reasonToSkipInterstitial() -> Word? {
    let opened = max(session.state.app.lastLaunched, session.state.screen.splashBegan)
    let closed = max(session.state.screen.contentShown, session.state.screen.splashFinished)
    if sees(.splash) && opened > closed { return .suppressed }
    if isInterstitialUp { return .showing }
    if isInterstitialExpected { return .interval }
    if let before = actionsAtInterstitial, sees(.user),
      Int64(session.state.screen.actions - before) < count(.interstitialMinActions)
    {
      return .interval
    }
    let dismissed = session.state.shows.interstitialDismissed
    let isNear =
      isLimited(by: .interstitialMinGapSeconds) && dismissed.isPresent
      && elapsed(since: dismissed) < duration(.interstitialMinGapSeconds)
    return isNear ? .interval : nil
  }

  /// Whether an interstitial is shown in any scene.
  private var isInterstitialUp: Bool {
    session.state.scenes.contains { scene in
      scene.shownAd.isPresent && session.state.ads[scene.shownAd].format == .interstitial
        && active(since: scene.lastShow) <= duration(.dismissTimeoutSeconds)
    }
  }

  /// Whether an interstitial may still appear after a call of `present`.
  private var isInterstitialExpected: Bool {
    let patience = max(duration(.presentOutcomeSeconds), duration(.stuckAdSeconds))
    return attempts.contains { $0.format == .interstitial && active(since: $0.index) <= patience }
  }
}
