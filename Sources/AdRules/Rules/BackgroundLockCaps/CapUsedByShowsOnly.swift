import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cap-used-by-shows-only`.
  public static let capUsedByShowsOnly = Rule(
    "cap-used-by-shows-only", .backgroundLockCaps, .error, .appOpen,
    observes: [.decision],
    "A skipped show uses no quota.",
    precise: """
      ad.show_decided(skip).remaining = remaining of the decision (app_open, with remaining) \
      before it in the same session, local day and daily_cap, unless an ad.failed_to_present \
      (app_open) lies between
      """, source: "004",
    .at(.kind(.adShowDecided)) { moment in
      guard moment.event.outcome == .skip, let remaining = moment.event.remaining else {
        return nil
      }
      guard let previous = moment.session.shows.capDecision else {
        return moment.hasGap(since: -1) ? .undecided(.gap) : nil
      }
      if moment.hasGap(since: previous.index) { return .undecided(.gap) }
      guard let isSame = moment.isOfSameDayAndCap(previous) else { return .undecided(.unknown) }
      if !isSame { return nil }
      let before = moment.event(at: previous.index).remaining ?? 0
      if remaining == before || moment.session.shows.appOpenFailure > previous.index {
        return .kept
      }
      return moment.violation(
        "a skipped show changed the shows left today from \(before) to \(remaining)",
        witness: [previous.index], measured: Double(remaining))
    }
  )
}
