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
    actor: .network,
    remedy: """
      Return from `handlesUserClicks()` whether the adapter reports clicks itself. If it does, \
      call `reportClick()`; if not, leave them to the SDK.
      """,
    links: [.mediationNativeAdIOS],
    .trackedByOne(.click, handles: Flag.handlesClicks)
  )
}
