internal import AdSession

/// The scenes in which app-open ads have a place: each that connects, or the one of an app that
/// tells of none.
struct OpenScenes {
  private var waiting: [Symbol] = []
  private var known: [Symbol] = []

  mutating func see(_ event: Event) {
    switch event.kind {
    case .sceneConnected: add(event.scene)
    // An app with scenes has told of one before it is active.
    case .appBecameActive: if known.isEmpty { add(.absent) }
    default: break
    }
  }

  private mutating func add(_ scene: Symbol) {
    if known.contains(scene) { return }
    known.append(scene)
    waiting.append(scene)
  }

  /// The next new scene.
  mutating func next() -> Symbol? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// The loads that the manager asked for, and the ads that the SDK has told of but not yet handed
/// over: their `ad.loaded` is recorded before the app has them.
struct OwnLoads {
  /// Whether the hands are asking right now.
  var isAsking = false
  private var requests: Set<Symbol> = []
  private var awaited: Set<Symbol> = []
  private var inHand: Set<Symbol> = []

  /// Whether an ad was told of and is not in hand: nothing is decided until it is.
  var areAwaited: Bool { !awaited.isEmpty }

  mutating func see(_ event: Event, unit: Symbol) {
    switch event.kind {
    case .adRequested: if isAsking && event.unit == unit { requests.insert(event.request) }
    case .adLoaded:
      if requests.contains(event.request) && !inHand.contains(event.ad) { awaited.insert(event.ad) }
    case .adDiscarded, .adExpired: awaited.remove(event.ad)
    default: break
    }
  }

  /// Whether an event brings an ad of the unit that the app has asked for itself.
  func areOthers(_ event: Event, unit: Symbol) -> Bool {
    event.kind == .adLoaded && event.unit == unit && !requests.contains(event.request)
  }

  mutating func got(_ ad: Symbol) {
    inHand.insert(ad)
    awaited.remove(ad)
  }
}
