import AdSession

extension Decider {
  /// The app-open shows of today, those of the install's earlier sessions included.
  var showsToday: Int64 {
    let today = day(now.wall)
    let before = shownBefore.count { $0.day == today }
    return Int64(before) + (session.state.shows.appOpenByDay[today] ?? 0)
  }

  /// The same without those that the wall clock, set back since, puts after now: an ad is asked for
  /// as long as by the clock there is room for it.
  var showsTodaySoFar: Int64 {
    let today = day(now.wall)
    let before = shownBefore.count { $0.day == today && $0.wall <= now.wall }
    return Int64(before) + (session.state.shows.appOpenByDay[today] ?? 0)
  }

  /// The calls of present for app-open ads that have no answer: each can still come up.
  var unansweredAppOpens: Int64 { Int64(attempts.count { $0.format == .appOpen }) }

  /// How many shows are left today after one more; less than 0: none is left for it.
  ///
  /// From one decision to show to the next of the day it falls by the shows between them, whatever
  /// day the wall clock gave those.
  var remainingAfterShow: Int64 {
    let left = most(.dailyCap) - showsToday - 1
    guard let last = session.state.shows.capShow, isOfToday(last) else { return left }
    let between = session.state.shows.appOpen.count - last.shows
    return min(left, remaining(of: last) - Int64(between))
  }

  /// How many shows are left today when nothing is shown: what the last decision left.
  var remainingAfterSkip: Int64 {
    let shows = session.state.shows
    if let last = shows.capDecision, isOfToday(last), shows.appOpenFailure <= last.index {
      return remaining(of: last)
    }
    return max(0, most(.dailyCap) - showsToday)
  }

  private func remaining(of decision: CapDecision) -> Int64 {
    session.trace.events[decision.index].remaining ?? 0
  }

  /// Whether a decision was taken on this local day, under this cap.
  private func isOfToday(_ decision: CapDecision) -> Bool {
    decision.day == day(now.wall) && decision.cap == most(.dailyCap)
  }
}
