import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-load-beside-preloader`.
  public static let noLoadBesidePreloader = Rule(
    "no-load-beside-preloader", .loading, .warning, .all,
    observes: [.load, .preload],
    "The app does not load ads of a unit that a preloader of the SDK keeps ready.",
    precise: """
      at ad.requested(unit) with reason ≠ preload: the last preload.started or preload.stopped of \
      the unit is not preload.started
      """,
    notes: """
      Without an earlier one the request is kept. A request without a reason is judged; one with a \
      reason that the vocabulary does not list is no activation if it would be kept, else \
      undecided (`unknown`). With a gap since the last of the two (none: since the beginning) that \
      no `recorder.gap` explains: undecided. All scenes share the preloader of a unit.
      """,
    actor: .app,
    remedy: """
      Take ads of the unit from the preloader, such as `InterstitialAdPreloader.shared.ad(with:)`, \
      and remove your own `load(with:request:)` of it. To load by yourself, call \
      `stopPreloadingAndRemoveAds(for:)` first.
      """,
    links: [.adPreloadingIOS],
    .at(.kind(.adRequested)) { context in
      if context.event.reason == .preload { return nil }
      let judgement = context.hasPreloader(context.event.unit).forbids { started in
        let after = context.passed(since: started)
        return context.violation(
          "\(context.slotName) was requested although a preloader, started \(after) before, keeps "
            + "ads of the unit ready",
          witness: [started])
      }
      // The reason of a later version can say that the ad comes from the preloader.
      return context.event.reason == .unrecognised
        ? Truth.unknown(.unknown).limits(judgement) : judgement
    }
  )
}
