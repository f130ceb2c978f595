internal import AdSession

/// The scenes in which app-open ads are shown: every scene that connects, or one without a name if
/// the app records no scenes.
struct OpenScenes {
  private var waiting: [Symbol] = []
  private var known: [Symbol] = []

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .sceneConnected: add(event.scene)
    // An app with scenes has recorded one before it becomes active.
    case .appBecameActive: if known.isEmpty { add(.absent) }
    default: break
    }
  }

  private mutating func add(_ scene: Symbol) {
    if known.contains(scene) { return }
    known.append(scene)
    waiting.append(scene)
  }

  /// Removes and returns the next new scene.
  mutating func next() -> Symbol? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// The loads that the manager requested, and their ads that are recorded but not yet available.
///
/// `ad.loaded` is recorded before the SDK delivers the ad to the app.
struct ManagedLoads {
  /// Whether the presenter is requesting an ad right now.
  var isRequesting = false
  private var requests: Set<Symbol> = []
  private var awaited: Set<Symbol> = []
  private var received: Set<Symbol> = []

  /// Whether an ad was recorded but is not yet available; the manager decides nothing until it is.
  var isAwaitingAd: Bool { !awaited.isEmpty }

  mutating func observe(_ event: Event, unit: Symbol) {
    switch event.kind {
    case .adRequested: if isRequesting && event.unit == unit { requests.insert(event.request) }
    case .adLoaded:
      if requests.contains(event.request) && !received.contains(event.ad) {
        awaited.insert(event.ad)
      }
    case .adDiscarded, .adExpired: awaited.remove(event.ad)
    default: break
    }
  }

  /// Whether an event records an ad of the unit that the app itself requested.
  func isForeign(_ event: Event, unit: Symbol) -> Bool {
    event.kind == .adLoaded && event.unit == unit && !requests.contains(event.request)
  }

  mutating func didReceive(_ ad: Symbol) {
    received.insert(ad)
    awaited.remove(ad)
  }
}
