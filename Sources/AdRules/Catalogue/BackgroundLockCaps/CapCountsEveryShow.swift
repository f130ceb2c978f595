import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cap-counts-every-show`.
  public static let capCountsEveryShow = Rule(
    "cap-counts-every-show", .backgroundLockCaps, .error, .appOpen,
    observes: [.decision, .present], policy: [.dailyCap],
    "Every show of the day counts against the daily cap.",
    precise: """
      at ad.show_decided(show) with remaining: remaining ≤ daily_cap − n, where it decides the \
      n-th show of the local day in the journal; and from one such decision to the next one of \
      the same session, day and daily_cap it falls by exactly the shows between them
      """,
    actor: .app,
    remedy: """
      Lower the remaining number at every show, also at the first one of a day. Store the number \
      when the ad appears.
      """,
    links: [.frequencyCapping],
    .capCountsEveryShow()
  )
}
