import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/slot-gets-an-ad`.
  public static let slotGetsAnAd = Rule(
    "slot-gets-an-ad", .loading, .info, .all,
    observes: [.load],
    "A unit gets an ad at last.",
    precise: """
      at the 10th ad.failed_to_load of a unit with cause no_fill: an earlier ad.loaded of the unit, \
      or an ad.failed_to_load of it with another cause
      """,
    notes: """
      One activation for each unit, at its tenth failure for lack of fill. A failure of \
      undetermined cause before: undecided (`unknown`). A gap before: undecided where it would be \
      violated; then the first nine are undecided as well, if a gap lies before them and \
      nothing that would keep the rule.
      """,
    actor: .network,
    remedy: """
      Check that the app is approved and the ad unit is active, and test with a public test unit. \
      A new unit can take a while until it gets ads.
      """,
    links: [.loadErrorCodesIOS],
    .getsAnAd()
  )
}
