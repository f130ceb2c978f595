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
      """, source: "001",
    .trackedByOne(.click, handles: Flag.handlesClicks)
  )
}
