internal import AdSession

/// The incident as a script: which response follows which action, and after which delay.
struct IncidentScript {
  /// The events of the incident, beginning with the header.
  let events: [Event]
  /// For each response, the index of the event that it follows; nil for all other events and for
  /// responses whose action is not in the journal.
  private let causes: [Int?]

  init(_ trace: Trace) {
    events = trace.events
    causes = events.indices.map { IncidentScript.cause(of: $0, in: trace.events) }
  }

  /// The indexes of the events that happen at their original time, whatever the app does.
  var unconditional: [Int] {
    events.indices.dropFirst().filter { !events[$0].kind.isOfManager && causes[$0] == nil }
  }

  /// The responses to an event, with their delays in milliseconds.
  func responses(to index: Int) -> [(index: Int, delay: Int64)] {
    events.indices.filter { causes[$0] == index }.map { ($0, events[$0].t - events[index].t) }
  }

  private static func cause(of index: Int, in events: [Event]) -> Int? {
    let event = events[index]
    guard event.kind.origin == .sdk else { return nil }
    let earlier = events[..<index]
    switch event.kind {
    case .adLoaded, .adFailedToLoad, .adapterLoadCalled:
      return earlier.lastIndex { $0.kind == .adRequested && $0.request == event.request }
    case .adapterTold:
      return earlier.lastIndex { $0.kind == .adapterCompleted && $0.load == event.load }
    case .adExpired:
      return earlier.lastIndex { $0.kind == .adLoaded && $0.ad == event.ad }
    default:
      let call = earlier.lastIndex { $0.kind == .adPresentRequested && $0.ad == event.ad }
      return call ?? earlier.lastIndex { $0.kind == .adLoaded && $0.ad == event.ad }
    }
  }
}
