import AdSession

extension Pattern {
  /// Comparison with a count: the remaining shows of a decision agree with the shows of the day.
  static func capCountsEveryShow() -> Pattern {
    .at(.kind(.adShowDecided)) { context in
      guard context.event.outcome == .show, let remaining = context.event.remaining else {
        return nil
      }
      if context.isUnset(.dailyCap) { return nil }
      guard let cap = context.count(.dailyCap), let day = context.localDay else {
        return .undecided(.unknown)
      }
      let counted = context.countsShows(remaining: remaining, cap: cap, day: day)
      return counted.worse(context.fallsByShows(remaining: remaining))
    }
  }
}

extension EvaluationContext {
  /// The check that remaining ≤ daily_cap − n for the n-th show of the day.
  fileprivate func countsShows(remaining: Int64, cap: Int64, day: Int64) -> Judgement {
    showCount(of: day) { remaining > cap - ($0 + 1) }.forbids { _ in
      let number = showCount(of: day) + 1
      let needed = Int(clamping: max(0, cap - remaining))
      return violation(
        """
        the decision for show \(number) of the day recorded remaining = \(remaining), more than \
        \(max(0, cap - number)) (limit \(cap), daily_cap)
        """,
        witness: lastShows(of: day, needed), policy: [.dailyCap], measured: Double(remaining))
    }
  }

  /// The check that the remaining shows fall by the shows between two decisions to show.
  fileprivate func fallsByShows(remaining: Int64) -> Judgement {
    guard let previous = session.shows.capShow else {
      return canHideDecision(since: .none) ? .undecided(.gap) : .kept
    }
    guard let isSame = isOfSameDayAndCap(previous) else { return .undecided(.unknown) }
    if !isSame {
      return canHideDecision(since: EventIndex(previous.index)) ? .undecided(.gap) : .kept
    }
    let hidden = max(lastGap, session.shows.unsure.appOpen)
    if hidden > previous.index { return .undecided(.gap) }
    let shows = session.shows.appOpen.count - previous.shows
    let fell = (event(at: previous.index).remaining ?? 0).fall(to: remaining)
    if fell == Int64(shows) { return .kept }
    let show = fell == 0 ? session.shows.appOpen.suffix(1).map { Int($0) } : []
    return violation(
      """
      the number of shows left today fell by \(fell) between two decisions, but the number of \
      shows between them is \(shows)
      """,
      witness: [previous.index] + show, policy: [.dailyCap], measured: Double(fell))
  }
}

extension EvaluationContext {
  /// Whether a gap after an earlier record can hide a decision of this day.
  private func canHideDecision(since start: EventIndex) -> Bool {
    guard hasGap(since: start), let day = localDay else { return false }
    return ownLostRecords(of: day) != 0
  }
}

extension Judgement {
  /// The worse of two judgements: violated, then undecided, then kept; earlier shows are the
  /// weakest doubt.
  fileprivate func worse(_ other: Judgement) -> Judgement {
    switch (other, self) {
    case (.violated, .kept), (.violated, .undecided), (.undecided, .kept),
      (.undecided, .undecided(.earlierShows)):
      other
    default: self
    }
  }
}

extension Int64 {
  /// The difference to a lower number, clamped, since a journal can contain any two numbers.
  fileprivate func fall(to other: Int64) -> Int64 {
    let (fall, isTooFar) = subtractingReportingOverflow(other)
    return isTooFar ? (self < 0 ? .min : .max) : fall
  }
}
