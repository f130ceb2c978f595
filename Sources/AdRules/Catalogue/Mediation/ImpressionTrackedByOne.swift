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
    notes: """
      Activated at each `adapter.told` and each `adapter.reported` of that kind whose adapter \
      call is that of a mapped ad; the last `native.mapped` before the event counts. Which call \
      it belongs to may be known later: the event is then judged with that knowledge, and the \
      violation is certain at the later record. `told` breaks the rule if, according to the \
      mapping, the adapter handles it, `reported` if it does not. If no mapping of the call is \
      seen, it is no activation, or undecided (`gap`) if a gap since the `adapter.load_called` \
      can hide one; only calls of the format `native` (or of an unknown format) can be mapped.
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
