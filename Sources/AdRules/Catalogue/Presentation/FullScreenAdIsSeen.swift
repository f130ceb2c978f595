import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/full-screen-ad-is-seen`.
  public static let fullScreenAdIsSeen = Rule(
    "full-screen-ad-is-seen", .presentation, .warning, .fullScreen,
    observes: [.present], policy: [.shortShowSeconds, .presentOutcomeSeconds],
    "A full-screen ad stays on screen long enough to be seen.",
    precise: """
      at ad.dismissed(A) after an ad.will_present(A), with no ad.clicked(A) and no user.acted \
      between and the app in the foreground all the time: active time since the last show of A ≥ short_show_s
      """,
    notes: """
      If the app was in the background at any time since the last show, the ad was clicked or the \
      user acted, there is no activation: the user closed the ad. A click is seen only if `revenue` \
      is captured, and an action only if `user` is. Neither is there an activation if the \
      show was reported more than `present_outcome_s` of active time after the last call of the ad: \
      engines that stand still under an ad report both at its end. A lost record since the show \
      leaves the dismissal undecided, unless the time since that record is long enough; a call that \
      can be lost does so, too.
      """,
    actor: .network,
    remedy: """
      Report the adapter and the creative to the ad network: its ad closes at once. Give what the \
      user was promised.
      """,
    links: [.fullScreenDelegateIOS],
    .at(.kind(.adDismissed)) { $0.isSeenLongEnough }
  )
}

extension EvaluationContext {
  /// The judgement of a dismissal by the time since the last show, seen or hidden; nil where the
  /// user left the ad since.
  fileprivate var isSeenLongEnough: Judgement? {
    let shown = EventIndex(last(.shown))
    let left = max(
      session.app.enteredBackground, session.app.enteringForeground, session.screen.userActed,
      EventIndex(last(.clicked)))
    let isAway = left > shown || isInBackground != .no && isInBackground.doubt == nil
    let start = max(loadedIndex, shown, isAway ? left : .none)
    let again = max(hasGap(since: start) ? lastGap : .none, possibleShow(since: start))
    guard let limit = milliseconds(.shortShowSeconds) else {
      return shown.isPresent && !isAway || again.isPresent ? .undecided(.unknown) : nil
    }
    if again.isPresent, session.time.least(from: again, to: index) < limit {
      return .undecided(.gap)
    }
    if shown.isAbsent || isAway { return nil }
    let passed = session.time.least(from: shown, to: index)
    if passed >= limit { return .kept }
    if isInBackground != .no || adState?.hasUnsureShow == true { return .undecided(.gap) }
    let called = EventIndex(last(.presentRequested))
    if called.isAbsent && hasGap(since: loadedIndex) { return .undecided(.gap) }
    if called.isPresent, called < shown {
      guard let outcome = milliseconds(.presentOutcomeSeconds) else { return .undecided(.unknown) }
      if session.time.least(from: called, to: shown.known) > outcome { return nil }
    }
    return violation(
      "\(adNameWithAdapter) was dismissed \(ReadableDuration.text(passed)) after it appeared "
        + "(limit \(ReadableDuration.text(limit)), short_show_s)",
      witness: [shown], policy: [.shortShowSeconds], measured: Double(passed) / 1000)
  }

  /// The last `ad.will_present` of its ad since a record that may be a show or an overlay.
  private func possibleShow(since start: EventIndex) -> EventIndex {
    let show = session.shows.unsure.show
    return show > start && event(at: show).ad == event.ad ? show : .none
  }
}
