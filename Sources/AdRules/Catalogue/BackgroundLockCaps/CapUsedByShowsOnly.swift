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
      let last = moment.session.shows.capDecision
      if moment.hidesRecordsOfItsDay(since: last?.index ?? -1) { return .undecided(.gap) }
      guard let previous = last else { return nil }
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
