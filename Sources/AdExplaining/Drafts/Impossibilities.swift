internal import AdSession

/// Counts what a session cannot have, by the assumptions about gaps of `Journals/RULES.md`, section
/// 5.2.
enum Impossibilities {
  /// The number of records that come before the record that introduces their name, or that show
  /// activity of an app in the background.
  static func count(in events: [Event]) -> Int {
    var found = 0
    var isInBackground = false
    var met = Set<Name>()
    var introduced = Set<Name>()
    for event in events {
      switch event.kind {
      case .appBecameActive, .appResignedActive: if isInBackground { found += 1 }
      case .appEnteredBackground:
        if isInBackground { found += 1 }
        isInBackground = true
      case .appEnteringForeground: isInBackground = false
      default: break
      }
      for name in event.names {
        let introduces = event.introduces(name.kind)
        if introduces && met.contains(name) && !introduced.contains(name) { found += 1 }
        if introduces && !introduced.insert(name).inserted { found += 1 }
        if name.kind != .ad || !event.isFromAdapter { met.insert(name) }
      }
    }
    return found
  }
}

/// A name of a session and the kind of thing that it names.
struct Name: Hashable {
  enum Kind {
    case ad, request, load, window
  }

  let kind: Kind
  let symbol: Symbol
}

extension Event {
  /// The names of things in the record.
  var names: [Name] {
    var names: [Name] = []
    if ad.isPresent { names.append(Name(kind: .ad, symbol: ad)) }
    if request.isPresent { names.append(Name(kind: .request, symbol: request)) }
    if load.isPresent { names.append(Name(kind: .load, symbol: load)) }
    if kind == .windowShown || kind == .windowClosed {
      names.append(Name(kind: .window, symbol: window))
    }
    return names
  }

  /// Whether the record introduces its name of a kind.
  func introduces(_ name: Name.Kind) -> Bool {
    switch name {
    case .ad: kind == .adLoaded
    case .request: kind == .adRequested
    case .load: kind == .adapterLoadCalled
    case .window: kind == .windowShown
    }
  }

  /// Whether an adapter reports the record before the ad is delivered.
  fileprivate var isFromAdapter: Bool { kind == .nativeMapped || kind == .adapterCompleted }
}
