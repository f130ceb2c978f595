extension Session {
  /// The codes of `ad.failed_to_load` that no repetition mends.
  public static let configurationCodes: Set<Int64> = [0, 4, 7, 10, 12, 20]

  mutating func evolveLoad(
    _ event: Event, at index: Int, _ moment: MomentFacts, _ trace: Trace
  ) {
    switch event.kind {
    case .adRequested: evolveRequested(event, at: index)
    case .adLoaded: evolveLoaded(event, at: index)
    case .adFailedToLoad: evolveFailed(event, at: index)
    case .adExpired, .adDiscarded: evolveDropped(event, at: index)
    default: break
    }
  }

  private mutating func evolveRequested(_ event: Event, at index: Int) {
    let request = makeRequest(event.request)
    let slot = makeSlot(unit: event.unit, scene: event.scene, format: event.format)
    let unit = makeUnit(event.unit)
    _ = makeScene(event.scene)
    requests[request].requestedIndex = index
    requests[request].completedIndex = -1
    requests[request].slot = slot
    if units[unit].firstRequested < 0 { units[unit].firstRequested = index }
    slots[slot].lastRequested = index
    slots[slot].inFlight.append(Int32(request))
    if event.reason == .viewDidAppear { slots[slot].lastAppearRequest = index }
  }

  private mutating func evolveLoaded(_ event: Event, at index: Int) {
    let request = makeRequest(event.request)
    let ad = noteAd(event, at: index)
    let isRepeated = ads[ad].loadedIndex >= 0 && ads[ad].request == request
    facts.see(.loaded, of: ad, at: index)
    let slot = complete(request: request, event, at: index)
    requests[request].loadedCount += 1
    slots[slot].lastLoaded = index
    slots[slot].failuresInRow = 0
    units[makeUnit(event.unit)].configurationFailure = -1
    if isRepeated { return }
    ads[ad].loadedIndex = index
    ads[ad].request = request
    ads[ad].slot = slot
    ads[ad].phase = .ready
    ads[ad].scene = event.scene.isPresent ? event.scene : slots[slot].scene
    ads[ad].format = event.format
    ads[ad].formatIndex = index
    if event.format.isFullScreen { slots[slot].heldAds.append(Int32(ad)) }
  }

  /// Ends the flight of a request and gives its slot: that of the request, else the event's own.
  private mutating func complete(request: Int, _ event: Event, at index: Int) -> Int {
    if requests[request].completedIndex < 0 { requests[request].completedIndex = index }
    let known = requests[request].slot
    let slot =
      known >= 0 ? known : makeSlot(unit: event.unit, scene: event.scene, format: event.format)
    slots[slot].inFlight.removeAll { Int($0) == request }
    requests[request].slot = slot
    return slot
  }

  private mutating func evolveFailed(_ event: Event, at index: Int) {
    let request = makeRequest(event.request)
    let slot = complete(request: request, event, at: index)
    requests[request].failedCount += 1
    slots[slot].failuresInRow += 1
    slots[slot].lastFailure = index
    if let code = event.errorCode, Self.configurationCodes.contains(code) {
      units[makeUnit(event.unit)].configurationFailure = index
    }
  }

  private mutating func evolveDropped(_ event: Event, at index: Int) {
    let ad = noteAd(event, at: index)
    facts.see(event.kind == .adExpired ? .expired : .discarded, of: ad, at: index)
    if ads[ad].slot >= 0 {
      slots[ads[ad].slot].heldAds.removeAll { Int($0) == ad }
      if event.kind == .adDiscarded { slots[ads[ad].slot].lastDiscarded = index }
    }
    if ads[ad].phase == .ready { ads[ad].phase = event.kind == .adExpired ? .expired : .discarded }
  }
}

extension Word {
  /// Whether the format covers the whole screen.
  public var isFullScreen: Bool {
    rawValue >= Word.appOpen.rawValue && rawValue <= Word.rewardedInterstitial.rawValue
  }

  /// The six formats of ads.
  public static let formats: [Word] = [
    .appOpen, .interstitial, .rewarded, .rewardedInterstitial, .banner, .native,
  ]
}
