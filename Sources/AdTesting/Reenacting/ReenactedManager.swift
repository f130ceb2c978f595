internal import AdDecider
internal import AdSession
internal import AdShrinking
internal import AdSimulator

/// An ad manager under test in the captured situation of an incident.
///
/// The host plays the events of the incident; a world without a will of its own passes them to the
/// manager, and what the manager does back to the host.
final class ReenactedManager: ReenactedApp {
  private let world: World
  private let incident: Trace
  private let make: (World) -> ManagerBridge
  private var bridge: ManagerBridge?
  /// What the app around the manager did in the incident, in order.
  private var cues: ArraySlice<Event>
  /// The number of records of the world that the host has seen.
  private var seen = 0

  init(_ world: World, _ incident: Trace, _ make: @escaping (World) -> ManagerBridge) {
    self.world = world
    self.incident = incident
    self.make = make
    cues = Self.cues(incident)[...]
  }

  /// The actions of the incident that stand for something outside the manager.
  ///
  /// A call of present and a decision show that the app offered a moment; a closed loading screen,
  /// that it was ready.
  private static func cues(_ incident: Trace) -> [Event] {
    let hasSplash = incident.events.contains { $0.kind == .splashBegan }
    return incident.events.filter { event in
      switch event.kind {
      case .sdkStarted, .splashFinished: true
      case .contentShown: !hasSplash
      case .adPresentRequested, .adShowDecided: event.format != .appOpen || hasSplash
      default: false
      }
    }
  }

  func receive(_ event: Event, on host: ReenactmentHost) {
    advance(on: host)
    if event.kind == .sessionBegan {
      world.begin { world in
        let made = make(world)
        bridge = made
        return made
      }
      allowRequests()
    } else {
      world.inject(
        moved(event, from: host.trace, to: world.trace), policy: policy(at: host.deliveredIndex))
      if event.kind == .appBecameActive && !recordsContent { world.showMainContent(in: .absent) }
    }
    settle(host)
  }

  /// Reports consent and the start of the SDK where the incident does not record them.
  private func allowRequests() {
    if incident.captured.contains(ClassSet(.consent)) { return }
    var consent = Event(.consentUpdated)
    consent.canRequestAds = true
    world.inject(consent)
    world.inject(Event(.sdkStarted))
  }

  func wake(on host: ReenactmentHost) {
    advance(on: host)
    settle(host)
  }

  /// Whether the incident says when the main content appeared; if not, it does on activation.
  private var recordsContent: Bool {
    incident.events.contains { $0.kind == .contentShown || $0.kind == .splashFinished }
  }

  private func policy(at index: Int) -> [PolicySetting] { incident.policyChanges[index] ?? [] }

  /// Catches up with the clock of the host.
  private func advance(on host: ReenactmentHost) {
    world.advance(to: host.now)
    while let cue = cues.first, cue.t <= host.now {
      cues.removeFirst()
      follow(cue)
    }
  }

  private func follow(_ cue: Event) {
    let event = moved(cue, from: incident, to: world.trace)
    switch cue.kind {
    case .sdkStarted: world.inject(event)
    case .splashFinished: world.finishContent()
    case .contentShown: world.showMainContent(in: event.scene)
    default:
      if cue.format == .appOpen {
        world.finishContent()
      } else {
        world.offerMoment(event.unit, in: event.scene)
      }
    }
  }

  /// Passes the actions of the manager to the host, and asks for the next call.
  private func settle(_ host: ReenactmentHost) {
    while seen < world.trace.events.count {
      let event = world.trace.events[seen]
      seen += 1
      guard event.kind.isOfManager, isCaptured(event) else { continue }
      var action = moved(event, from: world.trace, to: host.trace)
      if !action.scene.isPresent { action.scene = scene(of: action) }
      host.record(event.kind) { $0 = action }
    }
    let next = [world.nextDue, cues.first?.t].compactMap { $0 }.min()
    if let next { host.wake(after: next - host.now) }
  }

  /// Whether the app of the incident recorded events of this class.
  private func isCaptured(_ event: Event) -> Bool {
    event.kind.eventClass.map { incident.captured.contains(ClassSet($0)) } ?? false
  }

  /// The scene of the unit in the incident, in an app whose only window has a name.
  private func scene(of action: Event) -> Symbol {
    guard action.unit.isPresent else { return .absent }
    return incident.events.first {
      $0.kind == .adRequested && $0.unit == action.unit
    }?.scene ?? .absent
  }

  /// An event with the symbols of another trace.
  private func moved(_ event: Event, from source: Trace, to target: Trace) -> Event {
    var copy = event
    for slot in Event.SymbolSlot.allCases where event[slot].isPresent {
      copy[slot] = target.symbols.intern(source.symbols.text(event[slot]))
    }
    return copy
  }

  /// Ends the process.
  func end() {
    bridge?.close()
    world.end()
  }
}
