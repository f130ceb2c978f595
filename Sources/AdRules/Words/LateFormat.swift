internal import AdSession

extension Run {
  /// Finds the format of an event that says none, where the load of its ad may lie in a gap.
  ///
  /// A later event of the ad can say it; a reward is of a rewarded ad, whatever is lost of it. What
  /// such an event breaks is undecided: its own record and those before it show no format.
  @inline(never)
  func findFormat(of event: Event, at index: Int, _ facts: inout MomentFacts) {
    guard session.time.hasGap(after: -1, before: index) else { return }
    let later = notes.lateFormats[event.ad] ?? lateFormat(of: event.ad, after: index)
    notes.lateFormats[event.ad] = later
    let isReward = event.kind == .adRewardEarned || event.kind == .adRewardGranted
    if later >= 0 {
      facts.format = trace.events[later].format
      facts.formatIndex = later
    } else if isReward {
      facts.format = .rewarded
      facts.formatIndex = trace.events.count
    }
  }

  /// The first later event of an ad that says its format; -1: none does.
  private func lateFormat(of ad: Symbol, after index: Int) -> Int {
    let later = trace.events[index...].firstIndex { event in
      event.ad == ad && event.format != .absent && isSeen(event)
    }
    return later ?? -1
  }
}
