public import AdSession

/// The app of the incident: repeats the recorded actions at their original times.
public final class RecordedApp: ReenactedApp {
  private let events: [Event]
  private var next = 1

  /// Creates the recorded app of an incident.
  public init(_ incident: PinnedIncident) { events = incident.trace.events }

  /// Repeats the actions that followed this event in the incident.
  public func receive(_ event: Event, on host: ReenactmentHost) {
    next = max(next, host.deliveredIndex + 1)
    act(on: host)
  }

  /// Repeats the actions that are due now.
  public func wake(on host: ReenactmentHost) { act(on: host) }

  private func act(on host: ReenactmentHost) {
    while next < events.count, events[next].kind.isOfManager {
      let event = events[next]
      if event.t > host.now { return host.wake(after: event.t - host.now) }
      next += 1
      host.record(event.kind) { $0 = event }
    }
  }
}
