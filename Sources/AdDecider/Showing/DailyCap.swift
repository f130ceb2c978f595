import AdSession

extension Decider {
  /// The number of app-open shows today, including earlier sessions of the install.
  var showsToday: Int64 {
    let today = day(now.wall)
    let before = shownBefore.count { $0.day == today }
    return Int64(before) + (session.state.shows.appOpenByDay[today] ?? 0)
  }

  /// The number of app-open shows today, without shows in the future.
  ///
  /// A show can be in the future if the wall clock was set back since. Requests use this number: an
  /// ad is requested if by the clock there is a show left for it.
  var showsTodaySoFar: Int64 {
    let today = day(now.wall)
    let before = shownBefore.count { $0.day == today && $0.wall <= now.wall }
    return Int64(before) + (session.state.shows.appOpenByDay[today] ?? 0)
  }

  /// The number of calls of `present` without an outcome for app-open ads: each ad may still
  /// appear.
  var unansweredAppOpens: Int64 { Int64(attempts.count { $0.format == .appOpen }) }

  /// Whether the app has a daily cap for a format.
  func isCapped(_ format: Word) -> Bool { format == .appOpen && isLimited(by: .dailyCap) }

  /// The number of shows left today after one more; negative if there is none left for it.
  ///
  /// Only for an app with a daily cap. From one decision to show to the next one on the same day,
  /// the number falls by the shows between them, even if the wall clock puts those on another day.
  var remainingAfterShow: Int64 {
    let left = count(.dailyCap) - showsToday - 1
    guard let last = session.state.shows.capShow, isOfToday(last) else { return left }
    let between = session.state.shows.appOpen.count - last.shows
    return min(left, remaining(of: last) - Int64(between))
  }

  /// The number of shows left today if nothing is shown, as in the last decision, for an app with a
  /// daily cap.
  var remainingAfterSkip: Int64 {
    let shows = session.state.shows
    if let last = shows.capDecision, isOfToday(last), shows.appOpenFailure <= last.index {
      return remaining(of: last)
    }
    return max(0, count(.dailyCap) - showsToday)
  }

  private func remaining(of decision: CapDecision) -> Int64 {
    session.trace.events[decision.index].remaining ?? 0
  }

  /// Whether a decision was made on the current local day and with the current cap.
  private func isOfToday(_ decision: CapDecision) -> Bool {
    decision.day == day(now.wall) && decision.cap == count(.dailyCap)
  }
}
