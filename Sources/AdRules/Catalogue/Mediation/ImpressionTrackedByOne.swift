import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-tracked-by-one`.
  public static let impressionTrackedByOne = Rule(
    "impression-tracked-by-one", .mediation, .error, .native,
    observes: [.adapter, .native],
    "Exactly one SDK tracks the impressions of a mediated ad.",
    precise: """
      at adapter.told(impression) of the load of a mapped ad: not handles_impressions; at \
      adapter.reported(impression): handles_impressions
      """,
    actor: .network,
    remedy: """
      Return from `handlesUserImpressions()` whether the adapter reports impressions itself. If \
      it does, call `reportImpression()`; if not, leave them to the SDK.
      """,
    links: [.mediationNativeAdIOS],
    .trackedByOne(.impression, handles: Flag.handlesImpressions)
  )
}
