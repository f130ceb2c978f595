extension Session {
  @inline(never)
  mutating func evolveRequested(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let request = makeRequest(event.request)
    let slot = makeSlot(unit: event.unit, scene: event.scene, format: event.format)
    let unit = makeUnit(event.unit)
    let scene = makeScene(event.scene)
    if event.format == .banner { noteBanner(of: slot, in: scene) }
    let earlier = requests[request].slot
    requests[request].requestedIndex = EventIndex(index)
    requests[request].completedIndex = .none
    requests[request].abandonedIndex = .none
    requests[request].slot = OptionalIndex(slot)
    requests[request].scene = event.scene
    noteUnsure(event, at: index, derived)
    // The name of a request that is in flight is used again.
    if let earlier = earlier.index, earlier != slot { forgetLanded(in: earlier) }
    if units[unit].firstRequested.isAbsent { units[unit].firstRequested = EventIndex(index) }
    slots[slot].lastRequested = EventIndex(index)
    if event.reason != .preload { slots[slot].inFlight.append(request) }
    if event.reason == .viewDidAppear { slots[slot].lastAppearRequest = EventIndex(index) }
    if event.reason == .resized { slots[slot].lastResizeRequest = EventIndex(index) }
    switch event.reason {
    case .resized, .config, .user, .preload: break
    default: slots[slot].lastUnaskedRequest = EventIndex(index)
    }
  }

  @inline(never)
  mutating func evolveLoaded(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let request = makeRequest(event.request)
    let ad = noteAd(event, at: index, derived)
    let isRepeated =
      event.again == true || ads[ad].loadedIndex.isPresent && ads[ad].request == request
    facts.see(.loaded, of: ad, at: index)
    let slot = slot(of: event, derived, known: requests[request].slot)
    if requests[request].slot == slot, requests[request].requestedIndex > slots[slot].lastAnswered {
      slots[slot].lastAnswered = requests[request].requestedIndex
    }
    complete(request, slot, at: index)
    requests[request].loadedCount += 1
    let unit = makeUnit(event.unit)
    units[unit].lastLoaded = EventIndex(index)
    noteUnsure(event, at: index, derived)
    slots[slot].lastLoaded = EventIndex(index)
    slots[slot].failures.removeAll()
    slots[slot].failedLoads.removeAll()
    if isRepeated { return }
    // An ad attempted before its load is not ready; with a reused name, that was another ad.
    let isTried = derived.ad.isPresent && ads[ad].loadedIndex.isAbsent && wasTried(ad)
    letGo(of: ad)
    forgetLoad(of: ad)
    ads[ad].loadedIndex = EventIndex(index)
    ads[ad].request = OptionalIndex(request)
    ads[ad].anonymousLoad = requests[request].lastAnonymousLoad
    noteLateLoad(of: ad)
    ads[ad].slot = OptionalIndex(slot)
    ads[ad].phase = .ready
    ads[ad].scene = derived.scene
    ads[ad].format = event.format
    ads[ad].formatIndex = EventIndex(index)
    if event.format.isFullScreen && !isTried { hold(ad, in: slot) }
    hold(ad, slot: slot, isTried: isTried)
  }

  private func wasTried(_ ad: Int) -> Bool {
    let attempts: [AdFact] = [.presentRequested, .shown, .failedToPresent]
    return attempts.contains { facts.first($0, of: ad) != nil }
  }

  @inline(never)
  mutating func evolveFailed(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let request = makeRequest(event.request)
    let slot = slot(of: event, derived, known: requests[request].slot)
    if requests[request].completedIndex.isAbsent { slots[slot].failedLoads.append(index) }
    complete(request, slot, at: index)
    requests[request].failedCount += 1
    slots[slot].failures.append(index)
    slots[slot].lastFailure = EventIndex(index)
    let cause = cause(ofFailure: event, at: index)
    let unit = makeUnit(event.unit)
    units[unit].lastFailed = EventIndex(index)
    noteUnsure(event, at: index, derived)
    // The request that can have named the scene may be lost.
    let mayNameScene =
      !derived.scene.isPresent && requests[request].requestedIndex.isAbsent
      && time.hasGap(after: .none, before: index)
    switch cause {
    case .configuration:
      units[unit].configurationFailure = EventIndex(index)
      units[unit].configurationFailureScene = derived.scene
      units[unit].hasUnsureFailureScene = mayNameScene
    case .absent:
      if derived.scene.isPresent || mayNameScene {
        units[unit].undeterminedFailureInScene = EventIndex(index)
      }
      if !derived.scene.isPresent {
        units[unit].undeterminedFailureInNoScene = EventIndex(index)
      }
    default: break
    }
  }

  /// Records that the scene of an event of the unit is unknown.
  mutating func noteUnsure(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    guard derived.unsure.contains(.scene) else { return }
    units[makeUnit(event.unit)].unsure.note(event.kind, at: index)
  }

  /// The app no longer waits for the answer to a request.
  @inline(never)
  mutating func evolveAbandoned(_ event: Event, at index: Int) {
    let request = makeRequest(event.request)
    requests[request].abandonedIndex = EventIndex(index)
    if let slot = requests[request].slot.index { forgetLanded(in: slot) }
  }

  @inline(never)
  mutating func evolveDropped(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let ad = noteAd(event, at: index, derived)
    facts.see(event.kind == .adExpired ? .expired : .discarded, of: ad, at: index)
    letGo(of: ad)
    if event.kind == .adDiscarded {
      let slot = slot(of: event, derived, known: ads[ad].slot)
      slots[slot].lastDiscarded = EventIndex(index)
      noteUnsure(event, at: index, derived)
    }
    if ads[ad].phase == .ready { ads[ad].phase = event.kind == .adExpired ? .expired : .discarded }
  }
}

extension Session {
  /// The slot of an event: its unit in its scene.
  ///
  /// That is nearly always `known`, the slot of its request or ad.
  mutating func slot(of event: Event, _ derived: DerivedFacts, known: OptionalIndex<SlotState>)
    -> Int
  {
    guard let known = known.index, slots[known].unit == event.unit,
      identity(slots[known].scene) == identity(derived.scene)
    else {
      return makeSlot(unit: event.unit, scene: derived.scene, format: derived.format)
    }
    if slots[known].format == .absent { slots[known].format = derived.format }
    return known
  }

  /// Records that a request is no longer in flight.
  private mutating func complete(_ request: Int, _ slot: Int, at index: Int) {
    if requests[request].completedIndex.isAbsent {
      requests[request].completedIndex = EventIndex(index)
    }
    if let own = requests[request].slot.index {
      if requests[request].requestedIndex.isPresent { forgetLanded(in: own) }
    } else {
      requests[request].slot = OptionalIndex(slot)
    }
  }

  /// Removes the oldest and the youngest requests of a slot that are no longer in flight there.
  ///
  /// Others remain until they are the oldest or the youngest, so that requests are completed in any
  /// order in linear time.
  private mutating func forgetLanded(in slot: Int) {
    while let first = slots[slot].inFlight.first, !isInFlight(Int(first), in: slot) {
      _ = slots[slot].inFlight.removeOldest(ifIs: Int(first))
    }
    while let last = slots[slot].inFlight.last, !isInFlight(Int(last), in: slot) {
      slots[slot].inFlight.removeYoungest()
    }
  }

  private func isInFlight(_ request: Int, in slot: Int) -> Bool {
    requests[request].completedIndex.isAbsent && requests[request].abandonedIndex.isAbsent
      && requests[request].slot == slot
      && requests[request].requestedIndex > slots[slot].lastAnswered
  }

  /// The requests of a slot without completion, oldest first, including those that timed out.
  ///
  /// O(requests since the oldest of them).
  public func requestsInFlight(in slot: Int) -> [Int] {
    var seen: Set<Int32> = []
    // A request whose name was used again counts from its last record.
    let known = slots[slot].inFlight.reversed().filter {
      isInFlight(Int($0), in: slot) && seen.insert($0).inserted
    }
    return known.reversed().map { Int($0) }
  }

  /// Removes an ad from the ready ads of its slot, if it is one of them.
  mutating func letGo(of ad: Int) {
    guard let slot = ads[ad].slot.index else { return }
    let held = slots[slot].heldAds.count
    if !slots[slot].heldAds.removeOldest(ifIs: ad) {
      let ads = ads
      slots[slot].heldAds.remove(ad) { ads[$0].loadedIndex.known }
    }
    if held > slots[slot].heldAds.count { units[makeUnit(slots[slot].unit)].held -= 1 }
    if slots[slot].heldAds.isEmpty { removeHolder(slot) }
  }

  private mutating func hold(_ ad: Int, in slot: Int) {
    slots[slot].heldAds.append(ad)
    units[makeUnit(slots[slot].unit)].held += 1
    if ads[ad].format == .appOpen { addHolder(slot) }
  }

  private mutating func addHolder(_ slot: Int) {
    guard slots[slot].holderIndex.isAbsent else { return }
    slots[slot].holderIndex = OptionalIndex(appOpenHolders.append(Int32(slot)))
  }

  /// Restores the slots whose ads were too old, because a greater threshold can make them young
  /// again.
  ///
  /// O(n log n) for the n slots that were removed since the last call.
  mutating func findHolders() {
    if agedHolders.isEmpty { return }
    let aged = agedHolders.map { Int($0) }.sorted()
    agedHolders.removeAll()
    for slot in aged
    where slots[slot].heldAds.contains(where: { ads[Int($0)].format == .appOpen }) {
      addHolder(slot)
    }
  }

  /// Removes a slot from ``appOpenHolders`` whose ads are too old under the present threshold.
  public mutating func retireHolder(_ slot: Int) {
    removeHolder(slot)
    _ = agedHolders.append(Int32(slot))
  }

  /// Removes a slot from ``appOpenHolders``; the last slot moves to its index.
  private mutating func removeHolder(_ slot: Int) {
    let index = slots[slot].holderIndex
    guard index.isPresent else { return }
    slots[slot].holderIndex = .none
    let last = Int(appOpenHolders[appOpenHolders.count - 1])
    appOpenHolders.removeYoungest()
    if last == slot { return }
    appOpenHolders[index] = Int32(last)
    slots[last].holderIndex = index
  }
}

extension Word {
  /// Whether the format covers the whole screen.
  public var isFullScreen: Bool {
    rawValue >= Word.appOpen.rawValue && rawValue <= Word.rewardedInterstitial.rawValue
  }
}
