import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/shown-ad-not-discarded`.
  public static let shownAdNotDiscarded = Rule(
    "shown-ad-not-discarded", .presentation, .error, .fullScreen,
    observes: [.load, .present], timed: true,
    "An ad that is on screen or about to appear is not discarded.",
    precise: "at ad.discarded(A) with reason ≠ shown: A is neither shown nor pending",
    notes: """
      A discard with the reason `shown` is no activation: it says that the ad was used. A is pending \
      in any scene. A lost call that can still be pending leaves the discard undecided.
      """,
    actor: .app,
    remedy: """
      Keep a strong reference to the ad object until `adDidDismissFullScreenContent`. An object \
      that is released or disposed under its own ad reports no dismissal.
      """,
    links: [.fullScreenDelegateIOS, .frozenAfterAd],
    .at(.kind(.adDiscarded)) { context in
      if context.event.reason == .shown { return nil }
      return context.hasItsAdOnScreen.or(context.hasItsAdPending).forbids { start in
        let isShown = context.event(at: start).kind == .adWillPresent
        let after = ReadableDuration.text(context.elapsed(since: start))
        let state =
          isShown ? "while it was on screen" : "\(after) after its call, before it appeared"
        return context.violation(
          "\(context.adName) was discarded \(state)",
          witness: [start.known] + context.longestWitness(since: start.known))
      }
    }
  )
}

extension EvaluationContext {
  /// Whether its own ad is pending in any scene; yes has the call.
  fileprivate var hasItsAdPending: Truth {
    let called = ad.flatMap { session.ads[$0].pendingScene.isPresent ? $0 : nil }
    let answered = max(
      loadedIndex, EventIndex(last(.shown)), EventIndex(last(.failedToPresent)))
    let hidden = lastGap > answered ? lastGap : .none
    return (called.map(isPending) ?? .no)
      .orHidden(canLast(since: hidden, for: milliseconds(.presentOutcomeSeconds)))
  }
}
