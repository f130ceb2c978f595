import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cap-counts-every-show`.
  public static let capCountsEveryShow = Rule(
    "cap-counts-every-show", .backgroundLockCaps, .error, .appOpen,
    observes: [.decision, .present], policy: [.dailyCap], timed: true,
    "Every show of the day counts against the daily cap.",
    precise: """
      at ad.show_decided(show) with remaining: remaining ≤ daily_cap − n, where it decides the \
      n-th show of the local day in the journal; and from one such decision to the next one of \
      the same session, day and daily_cap it falls by exactly the shows between them
      """,
    notes: """
      Activated at each `ad.show_decided` of an app-open ad with `outcome: show` and a \
      `remaining`. Two checks, both must be true: remaining ≤ `daily_cap` − n, where n − 1 is the \
      number of shows of the day before; and, if the last such decision of the session is of the \
      same local day and under the same cap, remaining has fallen by exactly the number of shows \
      between the two decisions. With a gap since that decision (none: since the beginning) it is \
      undecided; if that decision is of another day or cap, or if there was none, only with a gap \
      that touches the local day of this decision.
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
