import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/click-tracked-by-one`.
  public static let clickTrackedByOne = Rule(
    "click-tracked-by-one", .mediation, .error, .native,
    observes: [.adapter, .native],
    "Exactly one SDK tracks the clicks of a mediated ad.",
    precise: """
      at adapter.told(click) of the load of a mapped ad: not handles_clicks; at \
      adapter.reported(click): handles_clicks
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
      Return from `handlesUserClicks()` whether the adapter reports clicks itself. If it does, \
      call `reportClick()`; if not, leave them to the SDK.
      """,
    links: [.mediationNativeAdIOS],
    .trackedByOne(.click, handles: Flag.handlesClicks)
  )
}
