import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cap-used-by-shows-only`.
  public static let capUsedByShowsOnly = Rule(
    "cap-used-by-shows-only", .backgroundLockCaps, .error, .appOpen,
    observes: [.decision], timed: true,
    "A skipped show does not count against the daily cap.",
    precise: """
      ad.show_decided(skip).remaining = remaining of the decision (app_open, with remaining) \
      before it in the same session, local day and daily_cap, unless an ad.failed_to_present \
      (app_open) lies between
      """,
    notes: """
      Activated at each `ad.show_decided` of an app-open ad with `outcome: skip` and a \
      `remaining`, if the last decision (show or skip) with a `remaining` is of the same session, \
      day and cap; else no activation. A gap since that decision matters only if it touches the \
      local day.
      """,
    actor: .app,
    remedy: """
      Lower the remaining number in `adWillPresentFullScreenContent`, not before the checks that \
      may still skip the show.
      """,
    links: [.frequencyCapping],
    .at(.kind(.adShowDecided)) { context in
      guard context.event.outcome == .skip, let remaining = context.event.remaining else {
        return nil
      }
      let last = context.session.shows.capDecision
      if context.hidesRecordsOfItsDay(since: EventIndex(last?.index)) { return .undecided(.gap) }
      guard let previous = last else { return nil }
      guard let isSame = context.isOfSameDayAndCap(previous) else { return .undecided(.unknown) }
      if !isSame { return nil }
      let before = context.event(at: previous.index).remaining ?? 0
      if remaining == before || context.session.shows.appOpenFailure > previous.index {
        return .kept
      }
      return context.violation(
        "a skipped show changed the number of shows left today from \(before) to \(remaining)",
        witness: [previous.index], measured: Double(remaining))
    }
  )
}
