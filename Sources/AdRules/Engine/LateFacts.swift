internal import AdSession

/// A birth of an ad, and what it was asked for by.
struct AdLoad {
  /// The index of the `ad.loaded`.
  var loaded: Int
  /// The index of the last `ad.requested` of its request before; -1 for none.
  var requested: Int
}

extension Evaluation {
  /// The facts of an event that does not say all, with what only a later event says of its ad.
  @inline(never)
  func findingLater(of event: Event, at index: Int, _ seen: DerivedFacts) -> DerivedFacts {
    var facts = seen
    findFormat(of: event, at: index, &facts)
    if session.namesScenes && namesSceneLater(event, at: index) {
      // An event has the scene of its `ad.loaded`: which it is was not known when it came.
      facts.isSceneUncertain = true
      hasGaps = true
    }
    return facts
  }

  /// The format of its ad: that of its birth, else that which another event says first.
  ///
  /// It can come later. Where its load may lie in a gap, a reward is of a rewarded ad,
  /// whatever is lost of it; what such an event breaks is undecided then: see ``isFormatLost``.
  private func findFormat(of event: Event, at index: Int, _ facts: inout DerivedFacts) {
    // What says its format itself comes from nowhere else.
    guard facts.format == .absent || facts.formatIndex >= 0 && !event.load.isPresent else { return }
    if let loadedIndex = loadedIndex(of: event.ad, after: index) {
      facts.format = trace.events[loadedIndex.loaded].format
      facts.formatIndex = loadedIndex.loaded
    }
    guard facts.format == .absent else { return }
    let isReward = event.kind == .adRewardEarned || event.kind == .adRewardGranted
    if let later = formatSources[event.ad], later > index {
      facts.format = trace.events[later].format
      facts.formatIndex = later
    } else if isReward && session.time.hasGap(after: -1, before: index) {
      facts.format = .rewarded
      facts.formatIndex = trace.events.count
    }
  }

  /// Whether an event has its format from none before it, and a gap can hide one that says it.
  func isFormatLost(_ facts: DerivedFacts, at index: Int) -> Bool {
    facts.formatIndex > index && session.time.hasGap(after: -1, before: index)
  }

  /// Whether the birth of an event's ad comes later, and names the scene that the event does not.
  func namesSceneLater(_ event: Event, at index: Int) -> Bool {
    guard !event.scene.isPresent, let loadedIndex = loadedIndex(of: event.ad, after: index) else {
      return false
    }
    let sources = [loadedIndex.loaded, loadedIndex.requested]
    return sources.contains { $0 >= 0 && trace.events[$0].scene.isPresent }
  }

  /// The first birth of an ad, where it comes after a record.
  func loadedIndex(of ad: Symbol, after index: Int) -> AdLoad? {
    adLoads[ad].flatMap { $0.loaded > index ? $0 : nil }
  }

  /// The first birth of each ad; found once for the whole session.
  private var adLoads: [Symbol: AdLoad] {
    if let known = cache.adLoads { return known }
    var adLoads: [Symbol: AdLoad] = [:]
    var requested: [Symbol: Int] = [:]
    for (index, event) in trace.events.enumerated() {
      if event.kind == .adRequested { requested[event.request] = index }
      if event.kind == .adLoaded && adLoads[event.ad] == nil {
        adLoads[event.ad] = AdLoad(loaded: index, requested: requested[event.request] ?? -1)
      }
    }
    cache.adLoads = adLoads
    return adLoads
  }

  /// The first event of each ad that says its format; found once for the whole session.
  private var formatSources: [Symbol: Int] {
    if let known = cache.formatSources { return known }
    var sources: [Symbol: Int] = [:]
    for (index, event) in trace.events.enumerated()
    where event.ad.isPresent && event.format != .absent && sources[event.ad] == nil {
      if isSeen(event) { sources[event.ad] = index }
    }
    cache.formatSources = sources
    return sources
  }
}
