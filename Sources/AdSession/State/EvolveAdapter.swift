extension Session {
  @inline(never)
  mutating func evolveAdapter(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let load = makeLoad(event.load)
    switch event.kind {
    case .adapterLoadCalled:
      loads[load].calledIndex = EventIndex(index)
      loads[load].format = event.format
      loads[load].request = OptionalIndex(makeRequest(event.request))
    case .adapterCompleted: complete(load: load, event, at: index, derived)
    case .adapterReported:
      guard event.what == .impression else { return }
      if loads[load].impressions == 0 { loads[load].firstImpression = EventIndex(index) }
      loads[load].impressions += 1
    default: break
    }
  }

  private mutating func complete(
    load: Int, _ event: Event, at index: Int, _ derived: DerivedFacts
  ) {
    loads[load].completions += 1
    if loads[load].completedIndex.isAbsent { loads[load].completedIndex = EventIndex(index) }
    let hasAd = event.flag(Flag.hasAd) == true
    if hasAd && loads[load].deliveredIndex.isAbsent {
      loads[load].deliveredIndex = EventIndex(index)
    }
    if event.ad.isPresent {
      loads[load].ad = event.ad
      let ad = noteAd(event, at: index, derived)
      facts.see(.completed, of: ad, at: index)
      ads[ad].completedLoad = event.load
      if let mapped = ads[ad].lastMapped.index { addMapped(mapped, toLoad: event.load) }
    } else if hasAd && loads[load].request.isPresent {
      requests[loads[load].request].lastAnonymousLoad = OptionalIndex(load)
    }
  }
}

extension Session {
  /// The last `native.mapped` that can belong to an adapter load; nil if there is none.
  public func lastMapped(ofLoad load: Symbol) -> Int? {
    numbers.number(load, in: .mapped).flatMap { mapped[$0].indexes.last }.map { Int($0) }
  }

  /// The `native.mapped` events that can belong to an adapter load, rising.
  public func mapped(ofLoad load: Symbol) -> [Int] {
    numbers.number(load, in: .mapped).map { mapped[$0].indexes.map { Int($0) } } ?? []
  }

  /// Removes the last `native.mapped` of a load whose ad turned out to belong to another load.
  public mutating func forgetLastMapped(ofLoad load: Symbol) {
    if let number = numbers.number(load, in: .mapped) { mapped[number].indexes.removeYoungest() }
  }

  /// A mapping belongs to the load that it names, else to the known load of its ad.
  mutating func noteMapped(_ event: Event, of ad: Int, at index: Int) {
    if event.load.isPresent { return addMapped(index, toLoad: event.load) }
    ads[ad].lastMapped = EventIndex(index)
    if ads[ad].completedLoad.isPresent {
      addMapped(index, toLoad: ads[ad].completedLoad)
    } else if ads[ad].anonymousLoad.isPresent {
      addMapped(index, toLoad: loads[ads[ad].anonymousLoad].load)
    }
  }

  /// An ad that was mapped before it was loaded belongs to the load that its request delivered.
  mutating func noteLateLoad(of ad: Int) {
    guard let mapped = ads[ad].lastMapped.index, ads[ad].anonymousLoad.isPresent,
      !ads[ad].completedLoad.isPresent
    else { return }
    addMapped(mapped, toLoad: loads[ads[ad].anonymousLoad].load)
  }

  /// Keeps the mappings of a load in order; the latest nearly always comes last.
  mutating func addMapped(_ index: Int, toLoad load: Symbol) {
    let number = numbers.number(load, in: .mapped) ?? addMappedLoad(load)
    mapped[number].indexes.insertRising(index)
  }

  private mutating func addMappedLoad(_ load: Symbol) -> Int {
    let number = mapped.append(MappedLoad(load: load))
    numbers.set(load, in: .mapped, to: number)
    return number
  }
}
