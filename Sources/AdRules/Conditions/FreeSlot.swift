public import AdSession

/// A reason why a slot may not send a request.
public enum RequestBlocker: CaseIterable, Sendable {
  /// A load of the slot is in flight.
  case flight
  /// A pause of `retry-backs-off` runs.
  case pause
  /// A configuration failure of the unit is uncleared.
  case configuration
  /// Consent does not allow requests.
  case consent
  /// The SDK was not started.
  case sdk
  /// The app is terminating.
  case termination
  /// The scene is disconnected.
  case closedScene
  /// The scene is landscape without filling the display.
  case splitScene
  /// The shows of the local day have reached the daily cap.
  case cap
  /// A preloader of the SDK keeps ads of the unit ready.
  case preloader
  /// The user paid for an app without ads.
  case purchase
  /// The device has no network connection.
  case connection

  /// The blockers that do not end with the app's own loads.
  public static let others: [RequestBlocker] = [
    .configuration, .consent, .sdk, .termination, .closedScene, .splitScene, .cap, .preloader,
    .purchase, .connection,
  ]

  /// Whether it blocks the slots of a scene.
  fileprivate var dependsOnScene: Bool {
    switch self {
    case .flight, .pause, .closedScene, .splitScene: true
    default: false
    }
  }
}

/// A slot by its names: a unit in a scene, and the requested format.
public struct SlotName: Sendable {
  /// The ad unit.
  public var unit: Symbol
  /// The scene that its request names; absent for none.
  public var scene: Symbol
  /// The format.
  public var format: Word

  /// Makes the name of a slot.
  public init(unit: Symbol, scene: Symbol, format: Word) {
    self.unit = unit
    self.scene = scene
    self.format = format
  }
}

extension EvaluationContext {
  /// Whether the slot of this unit, scene and format may send a request.
  public func isFree(unit: Symbol, scene: Symbol, format: Word) -> Truth {
    blocker(of: SlotName(unit: unit, scene: scene, format: format))?.isFree ?? .yes(.none)
  }

  /// The exemption of a trigger whose slot is not free.
  public func unlessNotFree(unit: Symbol, scene: Symbol, format: Word) -> Exemption {
    Exemption(if: isFree(unit: unit, scene: scene, format: format).negated)
  }

  /// The exemption of an event whose own slot is not free.
  public var unlessItsSlotIsNotFree: Exemption {
    unlessNotFree(unit: event.unit, scene: facts.scene, format: facts.format)
  }

  /// A blocker of the slot, a certain one if there is any; nil where the slot is free.
  public func blocker(
    of slot: SlotName, among candidates: [RequestBlocker] = RequestBlocker.allCases
  ) -> (what: RequestBlocker, isFree: Truth)? {
    var doubtful: (what: RequestBlocker, isFree: Truth)?
    for candidate in candidates {
      switch blocks(candidate, slot) {
      case .yes: return (candidate, .no)
      case .unknown(let why): if doubtful == nil { doubtful = (candidate, .unknown(why)) }
      case .no: break
      }
    }
    return doubtful
  }

  private func blocks(_ blocker: RequestBlocker, _ slot: SlotName) -> Truth {
    if blocker.dependsOnScene && isUnknown(slot.scene) { return .unknown(.gap) }
    return switch blocker {
    case .flight: hasLoadInFlight(slot: number(of: slot))
    case .pause: isPausing(unit: slot.unit, scene: slot.scene)
    case .configuration:
      configurationFailure(unit: slot.unit, scene: slot.scene) ?? .no
    case .consent: lacksConsent
    case .sdk: isSDKMissing
    case .termination:
      session.app.terminating.isAbsent ? .no : .yes(session.app.terminating)
    case .closedScene: hasClosedScene(slot.scene)
    case .splitScene: isLandscapeSplit(slot.scene, slot.format)
    case .cap: hasReachedCap(slot.format)
    case .preloader: hasPreloader(slot.unit)
    case .purchase: hasPaidForNoAds
    case .connection: lacksConnection
    }
  }

  /// Whether it is unknown in which scene a record is that names this one.
  func isUnknown(_ scene: Symbol) -> Bool { session.hasScenes && !scene.isPresent }

  private func number(of slot: SlotName) -> Int? {
    session.slotNumber(unit: slot.unit, scene: slot.scene)
  }

  /// Whether the scene that it names is disconnected; nil where it names none, unless that scene is
  /// one of several and some scene may be.
  var isInClosedScene: Truth? {
    if facts.scene.isPresent { return hasClosedScene(facts.scene) }
    let mayBeClosed = max(session.screen.sceneDisconnected, lastGap).isPresent
    return isSceneUnsure && mayBeClosed ? .unknown(.gap) : nil
  }

  /// Whether the scene is disconnected; unknown after a gap, which can hide a change.
  public func hasClosedScene(_ scene: Symbol) -> Truth {
    guard captures(.scene) else { return .no }
    let state = session.sceneNumber(scene).map { session.scenes[$0] }
    let disconnected = state?.disconnected ?? .none
    let last = disconnected.isPresent ? disconnected : state?.lastConnected ?? .none
    return Truth.seen(disconnected).unless(hasGap(since: last))
  }

  /// Whether the scene is landscape and does not fill the display, for a full-screen format.
  public func isLandscapeSplit(_ scene: Symbol, _ format: Word) -> Truth {
    guard captures(.scene), format.isFullScreen else { return .no }
    let size = session.sceneNumber(scene).map { session.scenes[$0].lastSize } ?? .none
    let sized = size.index.map { event(at: $0) }
    let isSplit = sized?.orientation == .landscape && sized?.flag(Flag.fullScreen) == false
    return (isSplit ? Truth.yes(size) : .no).unless(hasGap(since: size))
  }

  /// Whether the user paid for no ads.
  private var hasPaidForNoAds: Truth {
    lastSays(.entitlement, session.surroundings.entitlement) { $0.adFree == true }
  }

  /// Whether the device has no network connection.
  private var lacksConnection: Truth {
    lastSays(.connectivity, session.surroundings.connectivity) { $0.connected == false }
  }

  /// Whether the last change in a class says something; unknown after a gap, which can hide
  /// another one.
  private func lastSays(
    _ eventClass: EventClass, _ changed: EventIndex, _ says: (Event) -> Bool
  ) -> Truth {
    guard captures(eventClass) else { return .no }
    let isMet = changed.isPresent && says(event(at: changed))
    return Truth.seen(isMet ? changed : .none).unless(hasGap(since: changed))
  }

  /// Whether a preloader of the SDK keeps ads of a unit ready; yes has its `preload.started`.
  func hasPreloader(_ unit: Symbol) -> Truth {
    guard captures(.preload) else { return .no }
    let last = session.unitNumber(unit).map { session.units[$0].lastPreloader } ?? .none
    let isStarted = last.isPresent && event(at: last).kind == .preloadStarted
    return Truth.seen(isStarted ? last : .none).unless(canHideKeptRecord(since: last))
  }

  private func hasReachedCap(_ format: Word) -> Truth {
    guard format == .appOpen, !session.policy.isUnset(.dailyCap) else { return .no }
    guard let cap = count(.dailyCap), let day = localDay else { return .unknown(.unknown) }
    if let counted = ownCount { return hasReached(cap, counted) }
    return showCount(of: day) { $0 >= cap }
  }
}
