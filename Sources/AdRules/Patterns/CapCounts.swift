import AdSession

extension Pattern {
  /// Comparison with a count: what a decision to show leaves is what the day's shows leave.
  static func capCountsEveryShow() -> Pattern {
    .at(.kind(.adShowDecided)) { context in
      guard context.event.outcome == .show, let remaining = context.event.remaining else {
        return nil
      }
      guard let cap = context.count(.dailyCap), let day = context.localDay else {
        return .undecided(.unknown)
      }
      let counted = context.countsShows(remaining: remaining, cap: cap, day: day)
      return counted.worse(context.fallsByShows(remaining: remaining))
    }
  }
}

extension EvaluationContext {
  /// remaining ≤ daily_cap − n for the n-th show of the day.
  fileprivate func countsShows(remaining: Int64, cap: Int64, day: Int64) -> Judgement {
    let number = showCount(of: day) + 1
    if remaining > cap - (number - strayShowCount(of: day)) {
      let needed = Int(max(0, cap - remaining))
      return violation(
        """
        the decision for show \(number) of the day left \(remaining) instead of at most \
        \(max(0, cap - number)) (limit \(cap), daily_cap)
        """,
        witness: lastShows(of: day, needed), policy: [.dailyCap], measured: Double(remaining))
    }
    guard let possible = possibleShows(of: day) else { return .undecided(.gap) }
    return remaining > cap - (number + possible) ? .undecided(.gap) : .kept
  }

  /// From one decision to show to the next, what is left falls by the shows between them.
  fileprivate func fallsByShows(remaining: Int64) -> Judgement {
    guard let previous = session.shows.capShow else {
      return canHideDecision(since: -1) ? .undecided(.gap) : .kept
    }
    guard let isSame = isOfSameDayAndCap(previous) else { return .undecided(.unknown) }
    if !isSame { return canHideDecision(since: previous.index) ? .undecided(.gap) : .kept }
    let isVague =
      max(session.shows.uncertainShow, session.shows.vagueShow) > previous.index
    if isVague || hasGap(since: previous.index) { return .undecided(.gap) }
    let shows = session.shows.appOpen.count - previous.shows
    let fell = (event(at: previous.index).remaining ?? 0).fall(to: remaining)
    if fell == Int64(shows) { return .kept }
    let show = fell == 0 ? [Int(session.shows.appOpen.last ?? -1)] : []
    return violation(
      "the shows left today fell by \(fell) although \(shows) were shown since the last decision",
      witness: [previous.index] + show, policy: [.dailyCap], measured: Double(fell))
  }
}

extension EvaluationContext {
  /// Whether a decision of this day and session can lie in a gap behind an earlier record.
  private func canHideDecision(since start: Int) -> Bool {
    guard hasGap(since: start), let day = localDay else { return false }
    return ownLostRecords(of: day) != 0
  }
}

extension Judgement {
  /// A violation before a doubt before kept.
  fileprivate func worse(_ other: Judgement) -> Judgement {
    switch (other, self) {
    case (.violated, .kept), (.violated, .undecided), (.undecided, .kept): other
    default: self
    }
  }
}

extension Int64 {
  /// How far it is down to another number, as far as a number can say: a journal may name any two.
  fileprivate func fall(to other: Int64) -> Int64 {
    let (fall, isTooFar) = subtractingReportingOverflow(other)
    return isTooFar ? (self < 0 ? .min : .max) : fall
  }
}
