internal import AdSession

/// Finds names of a session that are born twice: requests, ads, adapter loads, windows.
struct NameCheck {
  private var births: [UInt8] = []
  private var requests: [UInt32] = []

  /// What a kind gives birth to.
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

  /// Calls back with the place of each second birth, its name, and what it names.
  mutating func run(
    _ events: [Event], symbols: Int, found: (Int, Symbol, String) -> Void
  ) {
    prepare(symbols)
    events.withUnsafeBufferPointer { events in
      for place in events.indices {
        guard let (name, symbol) = Self.birth(events[place]) else { continue }
        let index = Int(symbol.id)
        if births[index] & name.rawValue != 0, !isCallbackAgain(name, events[place]) {
          found(place, symbol, name.word)
        }
        births[index] |= name.rawValue
        if name == .ad { requests[index] = events[place].request.id }
      }
    }
  }

  private mutating func prepare(_ symbols: Int) {
    if births.count < symbols {
      births = [UInt8](repeating: 0, count: symbols)
    } else {
      births.withUnsafeMutableBufferPointer { births in
        births.baseAddress?.update(repeating: 0, count: symbols)
      }
    }
    if requests.count < symbols {
      requests.append(contentsOf: repeatElement(0, count: symbols - requests.count))
    }
  }

  /// An `ad.loaded` of the same request and ad is a callback that came twice.
  private func isCallbackAgain(_ name: Name, _ event: Event) -> Bool {
    name == .ad && requests[Int(event.ad.id)] == event.request.id
  }

  /// The name that an event gives birth to.
  @inline(__always)
  static func birth(_ event: Event) -> (sort: Name, name: Symbol)? {
    switch event.kind {
    case .adRequested: (.request, event.request)
    case .adLoaded: (.ad, event.ad)
    case .adapterLoadCalled: (.load, event.load)
    case .windowShown: (.window, event.text)
    default: nil
    }
  }
}
