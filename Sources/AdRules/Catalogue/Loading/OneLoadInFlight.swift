import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/one-load-in-flight`.
  public static let oneLoadInFlight = Rule(
    "one-load-in-flight", .loading, .warning, .fullScreen,
    observes: [.load], timed: true,
    "A slot has at most one load in flight.",
    precise: "at ad.requested(slot) with reason ≠ preload: no load of the slot is in flight",
    notes: """
      Activated at a request of one of the four full-screen formats; the load in flight may be of \
      any format. A request that fetches an ad from a preloader loads nothing.
      """,
    actor: .app,
    remedy: """
      Keep a flag such as `isLoadingAd` per slot. Set it before `load(with:request:)`, clear it \
      in the completion, and skip further requests meanwhile.
      """,
    links: [.appOpenAdsIOS],
    .at(.kind(.adRequested)) { context in
      if context.event.reason == .preload { return nil }
      return context.hasLoadInItsSlot.forbids { requested in
        let request = context.text(context.event(at: requested).request)
        return context.violation(
          "\(context.slotName) was requested again while request \(request) was in flight",
          witness: [requested.known]
            + context.activeWitness(since: requested.known, within: .loadTimeoutSeconds))
      }
    }
  )
}
