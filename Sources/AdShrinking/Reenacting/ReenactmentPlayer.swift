internal import AdSession

/// Plays back the events of an incident: at their original time, or as responses to the app.
struct ReenactmentPlayer {
  /// A scheduled event of the incident, with the names of this reenactment.
  private struct ScheduledEvent {
    /// Milliseconds since the session began.
    let due: Int64
    let index: Int
    let request: Symbol
    let ad: Symbol
  }

  private let script: IncidentScript
  private let incident: Trace
  private let host: ReenactmentHost
  private var scheduled: [ScheduledEvent] = []
  /// The indexes of the recorded actions whose responses are already scheduled.
  private var used: [Int] = []
  /// The original ad of each ad in the reenactment.
  private var originals: [(reenacted: Symbol, original: Symbol)] = []
  private static let maximumRecords = 10_000
  /// How long responses may come after the end of the incident: ten minutes, in milliseconds.
  private static let grace: Int64 = 600_000

  init(_ incident: Trace, _ host: ReenactmentHost) {
    self.incident = incident
    self.host = host
    script = IncidentScript(incident)
    scheduled = script.unconditional.map { index in
      let event = script.events[index]
      return ScheduledEvent(due: event.t, index: index, request: event.request, ad: event.ad)
    }
  }

  /// Plays the whole incident; stops after 10,000 records if the app does not stop acting.
  mutating func run(_ app: any ReenactedApp) {
    let end = script.events.last?.t ?? 0
    var actions: [Event] = []
    host.onAction = { actions.append($0) }
    if let header = host.trace.events.first { app.receive(header, on: host) }
    while host.trace.events.count < ReenactmentPlayer.maximumRecords {
      for action in actions { respond(to: action) }
      actions = []
      let next = scheduled.indices.min { before(scheduled[$0], scheduled[$1]) }
      let wake = host.nextWake.flatMap { $0 <= end ? $0 : nil }
      if let wake, wake < next.map({ scheduled[$0].due }) ?? .max {
        host.now = max(host.now, wake)
        host.removeDueWakes()
        app.wake(on: host)
      } else if let next, scheduled[next].due <= end + ReenactmentPlayer.grace {
        perform(scheduled.remove(at: next), app)
      } else {
        break
      }
    }
    host.now = max(host.now, end)
    host.write(Event(.note))
  }

  private func before(_ one: ScheduledEvent, _ other: ScheduledEvent) -> Bool {
    (one.due, one.index) < (other.due, other.index)
  }

  private mutating func perform(_ next: ScheduledEvent, _ app: any ReenactedApp) {
    var event = script.events[next.index]
    (event.request, event.ad) = (next.request, next.ad)
    host.now = max(host.now, next.due)
    host.write(event)
    if let change = incident.policyChanges[next.index] { host.setPolicy(change) }
    if event.kind == .adLoaded {
      originals.append((next.ad, script.events[next.index].ad))
      schedule(responsesTo: next.index, request: next.request, ad: next.ad)
    }
    host.deliveredIndex = next.index
    app.receive(event, on: host)
  }

  /// Schedules the responses of the SDK to an action of the app.
  private mutating func respond(to action: Event) {
    switch action.kind {
    case .adRequested:
      let known = find { $0.kind == .adRequested && ReenactmentPlayer.hasSameSlot($0, action) }
      guard let (index, isRepeated) = known else { return }
      schedule(responsesTo: index, request: action.request, ad: .absent, renaming: isRepeated)
    case .adPresentRequested:
      let original = originals.last { $0.reenacted == action.ad }?.original ?? action.ad
      let known =
        find { $0.kind == .adPresentRequested && $0.ad == original }
        ?? find { $0.kind == .adPresentRequested && $0.format == action.format }
      if let (index, _) = known {
        schedule(responsesTo: index, request: action.request, ad: action.ad)
      }
    case .adapterCompleted:
      let known = find { $0.kind == .adapterCompleted && $0.load == action.load }
      if let (index, _) = known {
        schedule(responsesTo: index, request: action.request, ad: action.ad)
      }
    default: break
    }
  }

  /// The next unused action of the incident that matches, or the first one if all were used.
  private mutating func find(_ matches: (Event) -> Bool) -> (index: Int, isRepeated: Bool)? {
    let matching = script.events.indices.filter { matches(script.events[$0]) }
    guard let next = matching.first(where: { !used.contains($0) }) else {
      return matching.first.map { ($0, true) }
    }
    used.append(next)
    return (next, false)
  }

  /// Schedules the responses to an event, with the names of the request and the ad of this
  /// reenactment; ads of a repeated action get new names.
  private mutating func schedule(
    responsesTo index: Int, request: Symbol, ad: Symbol, renaming isRepeated: Bool = false
  ) {
    for (response, delay) in script.responses(to: index) {
      let original = script.events[response]
      var name = ad.isPresent ? ad : original.ad
      if isRepeated && original.kind == .adLoaded {
        name = host.symbol("\(host.text(original.ad))-\(host.trace.events.count)")
      }
      let requestName = original.request.isPresent ? request : original.request
      scheduled.append(
        ScheduledEvent(due: host.now + delay, index: response, request: requestName, ad: name))
    }
  }

  private static func hasSameSlot(_ one: Event, _ other: Event) -> Bool {
    one.unit == other.unit && one.format == other.format && one.scene == other.scene
  }
}
