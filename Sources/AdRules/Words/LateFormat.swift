internal import AdSession

extension Run {
  /// The facts of an event that says no format, with that of its ad, of which nothing before says it.
  ///
  /// A later event of the ad can say it. Where its load may lie in a gap, a reward is of a rewarded ad,
  /// whatever is lost of it; what such an event breaks is undecided then: see ``isFormatLost``.
  @inline(never)
  func findingFormat(of event: Event, at index: Int, _ seen: MomentFacts) -> MomentFacts {
    var facts = seen
    let isReward = event.kind == .adRewardEarned || event.kind == .adRewardGranted
    if let later = formatSources[event.ad], later > index {
      facts.format = trace.events[later].format
      facts.formatIndex = later
    } else if isReward && session.time.hasGap(after: -1, before: index) {
      facts.format = .rewarded
      facts.formatIndex = trace.events.count
    }
    return facts
  }

  /// Whether an event has its format from none before it, and a gap can hide one that says it.
  func isFormatLost(_ facts: MomentFacts, at index: Int) -> Bool {
    facts.formatIndex > index && session.time.hasGap(after: -1, before: index)
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
