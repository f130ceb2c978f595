internal import AdSession

/// The load of an ad and the request for it.
struct AdLoad {
  /// The index of the `ad.loaded`.
  var loaded: Int
  /// The last `ad.requested` of its request before.
  var requested: EventIndex
}

extension Evaluation {
  /// The derived facts of an event about which something is open.
  @inline(never)
  func completed(_ seen: DerivedFacts, of event: Event, at index: Int) -> DerivedFacts {
    var facts = seen
    if seen.unsure.contains(.format) { findFormat(of: event, at: index, &facts) }
    // From now on a record of unknown scene counts like a gap.
    if seen.unsure.contains(.scene) { hasGaps = true }
    return facts
  }

  /// Finds the format of its ad: that of its `ad.loaded`, else that of the first event that names
  /// one.
  ///
  /// Either can come later.
  private func findFormat(of event: Event, at index: Int, _ facts: inout DerivedFacts) {
    // An event that names its format needs no other source.
    guard facts.format == .absent || facts.formatIndex.isPresent && !event.load.isPresent else {
      return
    }
    if let later = adLoad(of: event.ad, after: index) {
      facts.format = trace.events[later.loaded].format
      facts.formatIndex = EventIndex(later.loaded)
    }
    guard facts.format == .absent, let later = formatSources[event.ad], later > index else {
      return
    }
    facts.format = trace.events[later].format
    facts.formatIndex = EventIndex(later)
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
