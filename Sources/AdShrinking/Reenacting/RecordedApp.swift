public import AdSession

/// The app as it was when the incident was captured: it does again what the journal says that it did.
public final class RecordedApp: ReenactedApp {
  private let events: [Event]
  private var next = 1

  /// The app of an incident.
  public init(_ incident: PinnedIncident) { events = incident.trace.events }

  /// Does what it did then before the next thing happened.
  public func receive(_ event: Event, on stage: Stage) {
    next = max(next, stage.delivered + 1)
    act(on: stage)
  }

  /// Does what it did then at this instant.
  public func wake(on stage: Stage) { act(on: stage) }

  private func act(on stage: Stage) {
    while next < events.count, Part(events[next].kind) == .app {
      let event = events[next]
      if event.t > stage.now { return stage.wake(after: event.t - stage.now) }
      next += 1
      stage.record(event.kind) { $0 = event }
    }
  }
}
