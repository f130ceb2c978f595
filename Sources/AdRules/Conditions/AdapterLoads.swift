import AdSession

extension EvaluationContext {
  /// Whether the load may be that of a mapped ad: only native ads are mapped.
  var mayBeMapped: Bool { [.native, .absent].contains(load?.format ?? .absent) }

  /// Whether the `native.mapped` of the event's ad may lie in a gap: nothing of a request, and so no
  /// mapping of its ads, lies before its `ad.requested`.
  ///
  /// Only native ads are mapped.
  var canHideMappingOfAd: Bool {
    if let ad = adState, ad.loadedIndex >= 0, ad.format != .native { return false }
    let request = ad.map { session.ads[$0].request } ?? -1
    return hasGap(since: request < 0 ? -1 : session.requests[request].requestedIndex)
  }

  /// What is known of the adapter's load of the event; nil where nothing was said of it before.
  var load: AdapterLoadState? {
    session.loadNumber(event.load).map { session.loads[$0] }
  }

  /// Whether a gap lies between the call of the adapter and this event.
  var hasGapSinceCall: Bool { hasGap(since: load?.calledIndex ?? -1) }

  /// The index of the `ad.requested` of a request; nil where none was seen.
  func requestedIndex(of request: Symbol) -> Int? {
    guard let number = session.requestNumber(request) else { return nil }
    let index = session.requests[number].requestedIndex
    return index < 0 ? nil : index
  }

  /// What a mapping says of its ad, where the first and the last one of the ad agree; nil: nobody
  /// knows.
  func saidByMappings<Value: Equatable>(_ value: (Event) -> Value?) -> Value? {
    guard let first = first(.mapped), let last = last(.mapped) else { return nil }
    let said = value(event(at: last))
    return value(event(at: first)) == said ? said : nil
  }

  /// The load of the ad that a `native.mapped` maps, with the events that tie them together.
  ///
  /// It is the event's own `load`, else the one whose `adapter.completed` names the ad, else the
  /// last one of its request that delivered an ad without a name before the ad was loaded.
  func loadOfMappedAd(_ mapped: Int) -> (load: Symbol, witness: [Int])? {
    let event = event(at: mapped)
    if event.load.isPresent { return (event.load, []) }
    guard let ad = session.adNumber(event.ad) else { return nil }
    if let completed = session.facts.last(.completed, of: ad) {
      return (self.event(at: completed).load, [completed])
    }
    guard session.ads[ad].anonymousLoad >= 0 else { return nil }
    let load = session.loads[session.ads[ad].anonymousLoad]
    let witness = [load.calledIndex, load.deliveredIndex, session.ads[ad].loadedIndex]
    return (load.load, witness)
  }

  /// What is known of an adapter's load by its name; nil where nothing was said of it before.
  func loadState(_ load: Symbol) -> AdapterLoadState? {
    session.loadNumber(load).map { session.loads[$0] }
  }

  /// The `native.mapped` of all ads that are of a load, as far as is known by now.
  func mappings(ofLoad load: Symbol) -> [Int] {
    session.mapped(ofLoad: load).filter { loadOfMappedAd($0)?.load == load }
  }

  /// The `native.mapped` of the load that the event names, with the events that tie them together.
  func mappedAd(ofLoad load: Symbol) -> (mapped: Int, witness: [Int])? {
    while let mapped = session.lastMapped(ofLoad: load) {
      if let found = loadOfMappedAd(mapped), found.load == load { return (mapped, found.witness) }
      evaluation.session.forgetLastMapped(ofLoad: load)
    }
    return nil
  }
}

extension Event {
  /// At a `native.mapped`: whether the ad's network tracks impressions or clicks itself.
  var handlesTracking: Bool {
    flag(Flag.handlesImpressions) == true || flag(Flag.handlesClicks) == true
  }
}
