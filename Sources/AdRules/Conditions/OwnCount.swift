internal import AdSession

/// How many shows of the local day the app itself counted, by the `remaining` of a decision.
struct OwnCount {
  /// The shows of the day before the judged record.
  var shows: Int64
  /// The decision; nil for the judged record itself.
  var decision: CapDecision?
  /// Whether the show that it decided was neither presented nor failed before the judged record.
  var isPending = false
}

extension Event {
  /// Whether it is an app-open decision with the shows that are left.
  var isCapDecision: Bool { kind == .adShowDecided && format == .appOpen && remaining != nil }
}

extension EvaluationContext {
  /// What the app counted, by the last decision up to this record of the same day and cap; nil
  /// where there is none, or where another cap is in force than the app's own.
  var ownCount: OwnCount? {
    guard evaluation.hasOwnCap, let cap = count(.dailyCap), !session.policy.isUnset(.dailyCap)
    else { return nil }
    if event.isCapDecision, captures(.decision) {
      return OwnCount(shows: event.counted(under: cap))
    }
    guard let decision = session.shows.capDecision, isOfSameDayAndCap(decision) == true else {
      return nil
    }
    let decided = event(at: decision.index)
    var shows = decided.counted(under: cap)
    for number in decision.shows..<session.shows.appOpen.count
    where session.shows.appOpenDays[number] == decision.day {
      shows = shows.addingReportingOverflow(1).partialValue
    }
    let isPending =
      decided.outcome == .show && session.shows.appOpen.count == decision.shows
      && session.shows.appOpenFailure <= decision.index
    return OwnCount(shows: shows, decision: decision, isPending: isPending)
  }

  /// Whether the cap is used up by the app's own count.
  func hasReached(_ cap: Int64, _ counted: OwnCount) -> Truth {
    guard let decision = counted.decision else {
      return counted.shows >= cap ? .yes(.none) : hasShowsLeft
    }
    if session.shows.unsure.appOpen > decision.index { return .unknown(.gap) }
    if counted.shows >= cap { return .yes(.none) }
    if counted.isPending, counted.shows >= cap - 1 {
      return Truth.yes(.none).unless(hasGap(since: decision.index))
    }
    return hidesRecordsOfItsDay(since: EventIndex(decision.index)) ? .unknown(.gap) : hasShowsLeft
  }

  private var hasShowsLeft: Truth {
    evaluation.usedOwnCount = true
    return .no
  }
}

extension Event {
  /// The shows of the day before this decision that its `remaining` means.
  fileprivate func counted(under cap: Int64) -> Int64 {
    let (left, isTooFar) = cap.subtractingReportingOverflow(remaining ?? 0)
    if isTooFar { return (remaining ?? 0) < 0 ? .max : .min }
    return outcome == .show ? left.subtractingReportingOverflow(1).partialValue : left
  }
}
