internal import AdSession

/// The load of an ad and the request for it.
struct AdLoad {
  /// The index of the `ad.loaded`.
  var loaded: Int
  /// The last `ad.requested` of its request before.
  var requested: EventIndex
}

extension Evaluation {
  /// The derived facts of an event, completed by later events of its ad.
  @inline(never)
  func findingLater(of event: Event, at index: Int, _ seen: DerivedFacts) -> DerivedFacts {
    var facts = seen
    findFormat(of: event, at: index, &facts)
    if session.namesScenes && namesSceneLater(event, at: index) {
      // The scene of an event is that of its `ad.loaded`, which comes later here.
      facts.isSceneUncertain = true
      hasGaps = true
    }
    return facts
  }

  /// Finds the format of its ad: that of its `ad.loaded`, else that of the first event that names
  /// one.
  ///
  /// Either can come later. Where the load may lie in a gap, a reward event implies a rewarded ad;
  /// a violation at such an event is undecided, see ``isFormatLost``.
  private func findFormat(of event: Event, at index: Int, _ facts: inout DerivedFacts) {
    // An event that names its format needs no other source.
    guard facts.format == .absent || facts.formatIndex.isPresent && !event.load.isPresent else {
      return
    }
    if let later = adLoad(of: event.ad, after: index) {
      facts.format = trace.events[later.loaded].format
      facts.formatIndex = EventIndex(later.loaded)
    }
    guard facts.format == .absent else { return }
    let isReward = event.kind == .adRewardEarned || event.kind == .adRewardGranted
    if let later = formatSources[event.ad], later > index {
      facts.format = trace.events[later].format
      facts.formatIndex = EventIndex(later)
    } else if isReward && session.time.hasGap(after: .none, before: index) {
      facts.format = .rewarded
      facts.formatIndex = EventIndex(trace.events.count)
    }
  }

  /// Whether only a later event names the format, and a gap can hide an earlier one that does.
  func isFormatLost(_ facts: DerivedFacts, at index: Int) -> Bool {
    facts.formatIndex > index && session.time.hasGap(after: .none, before: index)
  }

  /// Whether the load of an event's ad comes later and names a scene that the event does not name.
  func namesSceneLater(_ event: Event, at index: Int) -> Bool {
    guard !event.scene.isPresent, let later = adLoad(of: event.ad, after: index) else {
      return false
    }
    let sources = [EventIndex(later.loaded), later.requested].present
    return sources.contains { trace.events[$0].scene.isPresent }
  }

  /// The first load of an ad, where it comes after a record.
  func adLoad(of ad: Symbol, after index: Int) -> AdLoad? {
    adLoads[ad].flatMap { $0.loaded > index ? $0 : nil }
  }

  /// The first load of each ad.
  private var adLoads: [Symbol: AdLoad] {
    if let known = cache.adLoads { return known }
    var adLoads: [Symbol: AdLoad] = [:]
    var requested: [Symbol: Int] = [:]
    for (index, event) in trace.events.enumerated() {
      if event.kind == .adRequested { requested[event.request] = index }
      if event.kind == .adLoaded && adLoads[event.ad] == nil {
        adLoads[event.ad] = AdLoad(loaded: index, requested: EventIndex(requested[event.request]))
      }
    }
    cache.adLoads = adLoads
    return adLoads
  }

  /// The first event of each ad that names its format.
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
