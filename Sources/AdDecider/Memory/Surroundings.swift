public import AdSession

/// What the decider remembers of the user, the phone and the preloaders of the SDK.
struct DeciderSurroundings: Sendable {
  /// Whether the user paid for an app without ads.
  var isAdFree = false
  /// Whether the tracking prompt waits for an answer.
  var isPromptUp = false
  /// Whether the device has no network connection, as far as is known.
  var isOffline = false
  /// The units whose ads a preloader of the SDK loads.
  var preloadedUnits: Set<Symbol> = []
  /// The requests that the app no longer waits for.
  var abandonedRequests: Set<Symbol> = []
}

extension Decider {
  mutating func observeSurroundings(_ event: Event) {
    switch event.kind {
    case .entitlementChanged: surroundings.isAdFree = event.adFree == true
    case .trackingPromptShown: surroundings.isPromptUp = true
    case .trackingAnswered, .userActed, .appEnteredBackground: surroundings.isPromptUp = false
    case .connectivityChanged:
      surroundings.isOffline = event.connected == false
      for number in placements.indices { placements[number].offlineRequests = 0 }
    case .preloadStarted: surroundings.preloadedUnits.insert(event.unit)
    case .preloadStopped: surroundings.preloadedUnits.remove(event.unit)
    case .adRequestAbandoned: surroundings.abandonedRequests.insert(event.request)
    default: break
    }
  }

  /// Leaves the requests of a unit to a preloader of the SDK, until that is stopped.
  ///
  /// `preload.started` does the same; call this if the first decision comes before it.
  public mutating func leaveToPreloader(_ unit: Symbol) {
    surroundings.preloadedUnits.insert(unit)
  }

  /// Whether an ad of the placement has just arrived that the app no longer waited for.
  func isLate(_ placement: Placement) -> Bool {
    if surroundings.abandonedRequests.isEmpty { return false }
    return availableAds(placement).contains { ad in
      let state = session.state.ads[ad]
      guard let request = state.request.index else { return false }
      let name = session.state.requests[request].request
      return surroundings.abandonedRequests.contains(name)
        && elapsed(since: state.loadedIndex) <= duration(.coverSeconds)
    }
  }

  /// Whether enough loads failed since the connection was lost.
  func isPointless(_ placement: Placement) -> Bool {
    guard surroundings.isOffline, let number = number(of: placement) else { return false }
    return placements[number].offlineRequests >= count(.offlineRequests)
  }
}
