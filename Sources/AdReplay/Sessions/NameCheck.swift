internal import AdSession

/// Finds names of a session that are introduced twice: of requests, ads, adapter loads and windows.
struct NameCheck {
  /// The ``Name``s that each symbol was introduced as, one bit each.
  private var introduced: [UInt8] = []
  /// The request of each ad.
  private var requests: [UInt32] = []

  /// The things that have names.
  enum Name: UInt8 {
    case request = 1
    case ad = 2
    case load = 4
    case window = 8

    var word: String {
      switch self {
      case .request: "request"
      case .ad: "ad"
      case .load: "load"
      case .window: "window"
      }
    }
  }

  /// Calls `found` for each event that introduces a name again: its index, the name, and its word.
  mutating func run(
    _ events: [Event], symbols: Int, found: (Int, Symbol, String) -> Void
  ) {
    prepare(symbols)
    events.withReadOnlyRow { events in
      for index in 0..<events.count {
        guard let (name, symbol) = Self.firstUse(events[index]) else { continue }
        let id = Int(symbol.id)
        if introduced[id] & name.rawValue != 0, !isCallbackAgain(name, events[index]) {
          found(index, symbol, name.word)
        }
        introduced[id] |= name.rawValue
        if name == .ad { requests[id] = events[index].request.id }
      }
    }
  }

  private mutating func prepare(_ symbols: Int) {
    if introduced.count < symbols {
      introduced = [UInt8](repeating: 0, count: symbols)
    } else {
      for id in 0..<symbols { introduced[id] = 0 }
    }
    if requests.count < symbols {
      requests.append(contentsOf: repeatElement(0, count: symbols - requests.count))
    }
  }

  /// Whether an event is the same callback again: an `ad.loaded` of the same request and ad.
  private func isCallbackAgain(_ name: Name, _ event: Event) -> Bool {
    name == .ad && requests[Int(event.ad.id)] == event.request.id
  }

  /// The name that an event introduces; an ad object that is delivered again has its name already.
  @inline(__always)
  static func firstUse(_ event: Event) -> (sort: Name, name: Symbol)? {
    switch event.kind {
    case .adRequested: (.request, event.request)
    case .adLoaded: event.again == true ? nil : (.ad, event.ad)
    case .adapterLoadCalled: (.load, event.load)
    case .windowShown: (.window, event.text)
    default: nil
    }
  }
}
