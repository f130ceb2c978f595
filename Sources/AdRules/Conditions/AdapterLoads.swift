import AdSession

extension EvaluationContext {
  /// Whether the load can be of a mapped ad; only native ads are mapped.
  var mayBeMapped: Bool { [.native, .absent].contains(load?.format ?? .absent) }

  /// Whether a gap can hide the `native.mapped` of the event's ad.
  ///
  /// The mapping comes after the `ad.requested`, and only native ads are mapped.
  var canHideMappingOfAd: Bool {
    if let ad = adState, ad.loadedIndex.isPresent, ad.format != .native { return false }
    let request = ad.flatMap { session.ads[$0].request.index }
    return hasGap(since: request.map { session.requests[$0].requestedIndex } ?? .none)
  }

  /// The state of the event's adapter load; nil where no earlier event names it.
  var load: AdapterLoadState? {
    session.loadNumber(event.load).map { session.loads[$0] }
  }

  /// Whether a record of its adapter load came before; yes has it.
  func ofItsLoad(_ record: (AdapterLoadState) -> EventIndex) -> Truth {
    Truth.seen(load.map(record) ?? .none).orHidden(hasGapSinceCall)
  }

  /// Whether a gap lies between the call of the adapter and this event.
  var hasGapSinceCall: Bool { hasGap(since: load?.calledIndex ?? .none) }

  /// The `ad.requested` of a request; nil where the journal has none.
  func requestedIndex(of request: Symbol) -> Int? {
    session.requestNumber(request).flatMap { session.requests[$0].requestedIndex.index }
  }

  /// A value from the mappings of its ad; nil where the first and the last mapping differ.
  func saidByMappings<Value: Equatable>(_ value: (Event) -> Value?) -> Value? {
    guard let first = first(.mapped), let last = last(.mapped) else { return nil }
    let said = value(event(at: last))
    return value(event(at: first)) == said ? said : nil
  }

  /// The adapter load of a mapped ad, with the events that connect the two.
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
    guard session.ads[ad].anonymousLoad.isPresent else { return nil }
    let load = session.loads[session.ads[ad].anonymousLoad]
    let witness = [load.calledIndex, load.deliveredIndex, session.ads[ad].loadedIndex]
    return (load.load, witness.present)
  }

  /// The state of an adapter load by its name; nil where no earlier event names it.
  func loadState(_ load: Symbol) -> AdapterLoadState? {
    session.loadNumber(load).map { session.loads[$0] }
  }

  /// The `native.mapped` of all ads of a load, as far as the events so far show.
  func mappings(ofLoad load: Symbol) -> [Int] {
    session.mapped(ofLoad: load).filter { loadOfMappedAd($0)?.load == load }
  }

  /// The last `native.mapped` of a load, with the events that connect the two.
  func mappedAd(ofLoad load: Symbol) -> (mapped: Int, witness: [Int])? {
    while let mapped = session.lastMapped(ofLoad: load) {
      if let found = loadOfMappedAd(mapped), found.load == load { return (mapped, found.witness) }
      evaluation.session.forgetLastMapped(ofLoad: load)
    }
    return nil
  }
}

extension Event {
  /// At a `native.mapped`, whether the network of the ad tracks impressions or clicks itself.
  var handlesTracking: Bool {
    flag(Flag.handlesImpressions) == true || flag(Flag.handlesClicks) == true
  }
}
