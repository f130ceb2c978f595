public import AdSession

/// An app, or its ad manager, in a reenactment of a captured situation.
///
/// The host passes the events of the phone, the user and the SDK to the app; the app records its
/// own actions on the host. To test a real manager, write an adapter that translates in both
/// directions: `app.became_active` into a call of the manager, and a call of the SDK into
/// `host.record(.adPresentRequested)`.
public protocol ReenactedApp: AnyObject {
  /// Called after each event; the event is the last one in the trace of the host.
  func receive(_ event: Event, on host: ReenactmentHost)

  /// Called at the time requested by ``ReenactmentHost/wake(after:)``.
  func wake(on host: ReenactmentHost)
}

extension ReenactedApp {
  /// Does nothing; for apps that do not call ``ReenactmentHost/wake(after:)``.
  public func wake(on host: ReenactmentHost) {}
}

/// Runs a reenactment: holds its clock and the journal that it produces.
public final class ReenactmentHost {
  /// The events so far, beginning with the header.
  public private(set) var trace: Trace
  /// Milliseconds since the session began.
  public internal(set) var now: Int64 = 0
  private let firstWall: Int64
  /// Called after each action of the app.
  var onAction: (Event) -> Void = { _ in }
  /// The times at which the app asked to be woken, in milliseconds since the session began.
  private(set) var wakes: [Int64] = []
  /// The index of the last event of the incident that was passed to the app.
  package internal(set) var deliveredIndex = 0

  init(_ incident: Trace) {
    trace = Trace()
    trace.id = incident.id
    trace.header = incident.header?.changed { $0.captures = incident.captured }
    trace.symbols = incident.symbols
    firstWall = incident.events.first?.wall ?? 0
    write(incident.events.first ?? Event(.sessionBegan))
  }

  /// The wall-clock time in milliseconds since 1970.
  public var wall: Int64 { firstWall + now }

  /// Returns the symbol for a text, for the fields of an event.
  public func symbol(_ text: String) -> Symbol { trace.symbols.intern(text) }

  /// Returns the text of a symbol.
  public func text(_ symbol: Symbol) -> String { trace.symbols.text(symbol) }

  /// Records an action of the app, such as a request, a call of present or a decision.
  ///
  /// The SDK responds to a request and to a call of present as in the incident, after the same
  /// delay.
  public func record(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) {
    var event = Event(kind)
    fill(&event)
    write(event)
    if let written = trace.events.last { onAction(written) }
  }

  /// Requests a call of ``ReenactedApp/wake(on:)`` after a delay in milliseconds.
  public func wake(after delay: Int64) { wakes.append(now + max(0, delay)) }

  /// The earliest time at which the app asked to be woken.
  var nextWake: Int64? { wakes.min() }

  func removeDueWakes() { wakes.removeAll { $0 <= now } }

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
