import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-view-released`.
  public static let nativeViewReleased = Rule(
    "native-view-released", .impressionsRewardsRevenue, .warning, .native,
    observes: [.native],
    "A native ad leaves its view before another view shows it.",
    precise: """
      at native.rendered(A) with an earlier native.rendered(A): a native.untracked(A) lies after the \
      last one
      """,
    notes: """
      The first `native.rendered` of an ad is no activation. With a gap since the last \
      `native.rendered` or `native.untracked` of the ad (none: since its load): undecided (`gap`).
      """,
    actor: .app,
    remedy: """
      Before a row of a list is used again, take the ad out of its view: set its `nativeAd` to nil, \
      or call `unregisterAdView()`. Else a tap can count for another ad, or for none.
      """,
    links: [.nativeAdsIOS],
    .at(.kind(.nativeRendered)) { context in
      let rendered = EventIndex(context.last(.rendered))
      let untracked = EventIndex(context.last(.untracked))
      if context.hasGap(since: max(rendered, untracked, context.loadedIndex)) {
        return .undecided(.gap)
      }
      guard let last = rendered.index else { return nil }
      if untracked > rendered { return .kept }
      let passed = context.passed(since: last)
      return context.violation(
        "\(context.adName) was rendered again after \(passed), but its view was not released (native.untracked)",
        witness: [last])
    }
    .demanding(.nativeUntracked)
  )
}
