import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/replaced-only-by-another`.
  public static let replacedOnlyByAnother = Rule(
    "replaced-only-by-another", .loading, .warning, .banner,
    observes: [.load], policy: [.loadTimeoutSeconds],
    "A banner stays until another one can take its place.",
    precise: """
      at banner ad.discarded(A) with reason replaced: an ad.loaded of the slot lies after the \
      ad.loaded(A), or a load of the slot is in flight
      """,
    notes: """
      An app that drops the old banner a moment before the new one arrives keeps the rule. A second \
      `ad.loaded` of A itself counts as one after it. If the `ad.loaded` of A is not seen, there is \
      no activation, or it is undecided (`gap`) with a gap since the last `ad.loaded` of the slot \
      (none: since the beginning) unless a load is in flight. A discard of unknown scene is \
      undecided (`unknown`).
      """,
    actor: .app,
    remedy: """
      Keep the old `BannerView` in its place until `bannerViewDidReceiveAd` of the new one. If the \
      load fails, the old ad stays.
      """,
    links: [.bannerAdsIOS],
    .at(.kind(.adDiscarded)) { $0.event.reason == .replaced ? $0.isReplaced : nil }
  )
}

extension EvaluationContext {
  /// The judgement of a banner that was discarded as replaced.
  fileprivate var isReplaced: Judgement? {
    if isSceneUnsure { return .undecided(.gap) }
    let later = slotState?.lastLoaded ?? .none
    let hidden = lastHidden(of: event.unit) { $0.load }
    guard let loaded = loadedIndex.index else {
      if case .yes = hasLoadInItsSlot { return nil }
      return hidden > later ? .undecided(.gap) : nil
    }
    let isFollowed = Truth(later > loadedIndex).orHidden(hidden > loadedIndex)
    return isFollowed.or(hasLoadInItsSlot).demands {
      violation(
        "\(adName) was discarded as replaced \(ReadableDuration.text(elapsed(since: loaded))) after it was loaded, but no other ad of its unit was loaded since",
        witness: [loaded])
    }
  }
}
