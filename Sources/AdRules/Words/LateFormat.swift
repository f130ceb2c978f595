internal import AdSession

extension Run {
  /// Finds the format of an event that says none, where the load of its ad may lie in a gap.
  ///
  /// A later event of the ad can say it; a reward is of a rewarded ad, whatever is lost of it. What
  /// such an event breaks is undecided: its own record and those before it show no format.
  @inline(never)
  func findFormat(of event: Event, at index: Int, _ facts: inout MomentFacts) {
    guard session.time.hasGap(after: -1, before: index) else { return }
    let isReward = event.kind == .adRewardEarned || event.kind == .adRewardGranted
    if let later = formatSources[event.ad], later > index {
      facts.format = trace.events[later].format
      facts.formatIndex = later
    } else if isReward {
      facts.format = .rewarded
      facts.formatIndex = trace.events.count
    }
  }

  /// The first event of each ad that says its format; found once for the whole session.
  private var formatSources: [Symbol: Int] {
    if let known = notes.formatSources { return known }
    var sources: [Symbol: Int] = [:]
    for (index, event) in trace.events.enumerated()
    where event.ad.isPresent && event.format != .absent && sources[event.ad] == nil {
      if isSeen(event) { sources[event.ad] = index }
    }
    notes.formatSources = sources
    return sources
  }
}
