internal import AdSession

extension Run {
  /// The facts of an event that says no format, with that of its ad, whose load may lie in a gap.
  ///
  /// A later event of the ad can say it; a reward is of a rewarded ad, whatever is lost of it. What
  /// such an event breaks is undecided: its own record and those before it show no format.
  @inline(never)
  func findingFormat(of event: Event, at index: Int, _ seen: MomentFacts) -> MomentFacts {
    guard session.time.hasGap(after: -1, before: index) else { return seen }
    var facts = seen
    let isReward = event.kind == .adRewardEarned || event.kind == .adRewardGranted
    if let later = formatSources[event.ad], later > index {
      facts.format = trace.events[later].format
      facts.formatIndex = later
    } else if isReward {
      facts.format = .rewarded
      facts.formatIndex = trace.events.count
    }
    return facts
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
