public import AdSession

/// An app, or the part of it that manages ads, in a situation that was captured.
///
/// The stage tells it what the phone, the user and the SDK do; the app answers by writing what it does
/// itself on the stage. An adapter around a real manager translates: `app.became_active` into the
/// manager's method for it, the manager's call of the SDK into `stage.record(.adPresentRequested)`.
public protocol ReenactedApp: AnyObject {
  /// Something happened, and stands in the stage's trace as its last record.
  func receive(_ event: Event, on stage: Stage)

  /// The instant has come for which the app asked by ``Stage/wake(after:)``.
  func wake(on stage: Stage)
}

extension ReenactedApp {
  /// Does nothing: for apps that never ask.
  public func wake(on stage: Stage) {}
}

/// Where a captured situation is acted again.
public final class Stage {
  /// What was recorded so far, the header first.
  public private(set) var trace: Trace
  /// Milliseconds since the session began.
  public internal(set) var now: Int64 = 0
  private let firstWall: Int64
  /// Called with each deed of the app.
  var onDeed: (Event) -> Void = { _ in }
  /// When the app wants to be woken.
  private(set) var wakes: [Int64] = []
  /// Which record of the incident was delivered last.
  var delivered = 0

  init(_ incident: Trace) {
    trace = Trace()
    trace.id = incident.id
    trace.header = incident.header?.changed { $0.captures = incident.captured }
    trace.symbols = incident.symbols
    firstWall = incident.events.first?.wall ?? 0
    write(incident.events.first ?? Event(.sessionBegan))
  }

  /// The wall clock, milliseconds since 1970.
  public var wall: Int64 { firstWall + now }

  /// The symbol of a text.
  public func symbol(_ text: String) -> Symbol { trace.symbols.intern(text) }

  /// The text of a symbol.
  public func text(_ symbol: Symbol) -> String { trace.symbols.text(symbol) }

  /// Writes what the app does: a request, a present, a decision.
  ///
  /// The SDK answers a request and a present as it did in the incident, after as long as it took then.
  public func record(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) {
    var event = Event(kind)
    fill(&event)
    write(event)
    if let written = trace.events.last { onDeed(written) }
  }

  /// Asks to be woken after some milliseconds.
  public func wake(after delay: Int64) { wakes.append(now + max(0, delay)) }

  /// The first instant at which the app wants to be woken.
  var nextWake: Int64? { wakes.min() }

  func takeWake() { wakes.removeAll { $0 <= now } }

  func write(_ event: Event) {
    var event = event
    event.seq = Int64(trace.events.count) + 1
    (event.t, event.wall) = (now, wall)
    trace.events.append(event)
  }

  func setPolicy(_ settings: [PolicySetting]) {
    trace.policyChanges[trace.events.count - 1] = settings
  }
}
