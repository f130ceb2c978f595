import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/delivered-ad-is-new`.
  public static let deliveredAdIsNew = Rule(
    "delivered-ad-is-new", .loading, .error, [.fullScreen, .native],
    observes: [.load, .present],
    "A load does not deliver an ad object that was used before.",
    precise: """
      at ad.loaded(A) with again = true: no earlier attempt(A), or no earlier native.rendered(A) of \
      a native ad
      """,
    notes: """
      Without `again` an `ad.loaded` is no activation, nor one of a native ad if `native` is not \
      captured. What matters is a gap since the first \
      `ad.loaded` of the ad; if that says `again` itself, or none was seen, since the beginning.
      """,
    actor: .sdk,
    remedy: """
      Compare the ad that a load completion delivers with the last one that you presented (`===`). \
      Drop one that was used and load again, and report the case to the SDK.
      """,
    links: [.presentErrorCodesIOS, .interstitialAdsIOS],
    .at(.kind(.adLoaded)) { context in
      guard context.event.again == true else { return nil }
      if context.facts.format == .native && !context.captures(.native) { return nil }
      return context.wasAttempted.forbids { attempt in
        let after = context.passed(since: attempt)
        let request = context.text(context.event.request)
        return context.violation(
          "\(context.adName) was delivered again for request \(request), \(after) after it was "
            + (context.facts.format == .native ? "put into a view" : "presented"),
          witness: [attempt])
      }
    }
  )
}

extension EvaluationContext {
  /// Whether the app showed its ad before, or tried to; yes has the first attempt.
  fileprivate var wasAttempted: Truth {
    let facts: [AdFact] =
      self.facts.format == .native ? [.rendered] : [.presentRequested, .shown, .failedToPresent]
    return seen(EventIndex(facts.compactMap { first($0) }.min()), since: delivery)
  }

  /// The `ad.loaded` that made its ad, before which no attempt can be lost; none where it is not
  /// seen.
  private var delivery: EventIndex {
    guard let loaded = first(.loaded), event(at: loaded).again != true else { return .none }
    return EventIndex(loaded)
  }
}
