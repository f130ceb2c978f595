import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/unexpired-ad-not-thrown-away`.
  public static let unexpiredAdNotThrownAway = Rule(
    "unexpired-ad-not-thrown-away", .freshness, .warning, .fullScreen,
    observes: [.load, .present], timed: true,
    "A slot that still has a ready ad does not request another one.",
    precise: """
      at ad.requested(slot) with reason ≠ preload: no ready ad of the slot, unless reason ∈ \
      {resized, config}
      """,
    notes: """
      A request of the reasons `resized` and `config` is kept. "Ready ad of the slot" is of any \
      full-screen format. The ad that the request itself will deliver is not loaded yet.
      """,
    actor: .app,
    remedy: """
      Before you load, check whether the slot holds an ad that is fresh and not yet shown. If it \
      does, keep that ad and skip the request.
      """,
    links: [.appOpenAdsIOS],
    .at(.kind(.adRequested)) { context in
      if context.event.reason == .preload { return nil }
      if context.event.reason == .resized || context.event.reason == .config { return .kept }
      return context.hasReadyAdInItsSlot().forbids { loaded in
        let ad = context.text(context.event(at: loaded).ad)
        return context.violation(
          "\(context.slotName) was requested again while ad \(ad) was ready",
          witness: [loaded.known] + context.sceneWitness(ofLoaded: loaded.known))
      }
    }
  )
}
