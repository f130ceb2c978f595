internal import AdSession

/// The incident as a script: which answer follows which deed, and after how long.
struct Script {
  /// The records of the incident, the header first.
  let events: [Event]
  /// The number of the deed or answer that an answer follows; nil for what the world does, and for
  /// answers whose deed the journal does not show.
  private let causes: [Int?]

  init(_ trace: Trace) {
    events = trace.events
    causes = events.indices.map { Script.cause(of: $0, in: trace.events) }
  }

  /// The records that come at their time, whatever the app does.
  var unconditional: [Int] {
    events.indices.dropFirst().filter {
      let part = Part(events[$0].kind)
      return part == .world || part == .answer && causes[$0] == nil
    }
  }

  /// The answers to a record of the incident, with their delays.
  func answers(to index: Int) -> [(index: Int, delay: Int64)] {
    events.indices.filter { causes[$0] == index }.map { ($0, events[$0].t - events[index].t) }
  }

  private static func cause(of index: Int, in events: [Event]) -> Int? {
    let event = events[index]
    guard Part(event.kind) == .answer else { return nil }
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
