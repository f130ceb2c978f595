import AdSession

extension Decider {
  /// What speaks against an app-open ad apart from the ad itself; nil: nothing does.
  func reasonToSkipAppOpen(_ number: Int) -> Word? {
    if session.state.app.lastEndedSpan?.cause == .lock { return .locked }
    if isNewInstall { return .firstLaunches }
    if isInContent { return .contentShown }
    if isColdWithoutSplash {
      return readyAd(places[number].place) == nil ? reasonOfNoAd(number) : .contentShown
    }
    if isSuppressed || followsDialog { return .suppressed }
    if showsToday + unansweredAppOpens >= most(.dailyCap) || remainingAfterShow < 0 {
      return .dailyCap
    }
    return isTooSoon ? .interval : nil
  }

  /// A new user sees no app-open ad yet.
  private var isNewInstall: Bool {
    guard let launches = session.state.header?.launchCount else { return false }
    return launches < most(.firstAdMinLaunches)
  }

  /// The user is in the main content: it was shown, and no real return came after it.
  private var isInContent: Bool {
    let shown = session.state.screen.contentShown
    return shown.isPresent && shown > session.state.app.lastRealReturn?.end ?? .none
  }

  /// On a cold start an ad belongs over a loading screen that lasts until it is up.
  private var isColdWithoutSplash: Bool {
    guard session.state.app.isCold != false, session.state.app.realReturns.isEmpty,
      sees(.splash)
    else { return false }
    return !splashes.contains { timeToPresent(over: $0) >= 0 }
  }

  /// The app opened what the user returns from, or did until a moment ago.
  private var isSuppressed: Bool {
    if !session.state.screen.openSuppressions.isEmpty { return true }
    let ended = session.state.screen.suppressionEnded
    return ended.isPresent && elapsed(since: ended) <= limit(.suppressionTailSeconds)
  }

  /// The app is in use again after a dialog, a sheet or a call alone.
  private var followsDialog: Bool {
    let app = session.state.app
    guard app.resignedActive.isPresent, app.enteredBackground < app.resignedActive,
      app.launchEnded.isPresent
    else { return false }
    guard let returned = app.lastRealReturn?.end else { return true }
    return active(since: returned) > limit(.decisionSeconds)
  }

  /// The absence was short, or nothing but another ad was left.
  private var isTooSoon: Bool {
    let app = session.state.app
    if let span = app.lastEndedSpan, span.end > session.state.shows.appOpenAttempt,
      session.t(span.end) - session.t(span.begin) <= limit(.minBackgroundSeconds)
    {
      return true
    }
    let dismissed = session.state.shows.dismissed
    return dismissed.isPresent
      && max(app.resignedActive, app.lastRealReturn?.end ?? .none) <= dismissed
  }

  /// What speaks against an interstitial apart from the ad itself; nil: nothing does.
  func reasonToSkipInterstitial() -> Word? {
    let opened = max(session.state.app.lastLaunched, session.state.screen.splashBegan)
    let closed = max(session.state.screen.contentShown, session.state.screen.splashFinished)
    if sees(.splash) && opened > closed { return .suppressed }
    if isInterstitialUp { return .showing }
    if let before = actionsAtInterstitial, sees(.user),
      Int64(session.state.screen.actions - before) < most(.interstitialMinActions)
    {
      return .interval
    }
    let dismissed = session.state.shows.interstitialDismissed
    let isNear =
      dismissed.isPresent && elapsed(since: dismissed) < limit(.interstitialMinGapSeconds)
    return isNear ? .interval : nil
  }

  /// Whether an interstitial is up in any scene, or may yet come up after a call without an answer.
  private var isInterstitialUp: Bool {
    let isUp = session.state.scenes.contains { scene in
      scene.shownAd.isPresent && session.state.ads[scene.shownAd].format == .interstitial
        && active(since: scene.lastShow) <= limit(.dismissTimeoutSeconds)
    }
    let patience = max(limit(.presentOutcomeSeconds), limit(.stuckAdSeconds))
    return isUp
      || attempts.contains { $0.format == .interstitial && active(since: $0.index) <= patience }
  }
}
