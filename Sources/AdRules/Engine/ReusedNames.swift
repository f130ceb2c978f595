internal import AdSession

/// The names that a session introduced twice, with the ads and adapter loads of such requests.
///
/// A request and an ad with the same name are unrelated.
struct ReusedNames {
  private enum Sort: CaseIterable {
    case request, ad, load, window
  }

  private struct Name: Hashable {
    let sort: Sort
    let symbol: Symbol
  }

  private var names: Set<Name> = []
  /// The `ad.requested` of each slot, rising, that had no completion when their names were reused;
  /// later events belong to the last request of the name.
  private var flights: [SlotNames: [Int]] = [:]

  /// No name.
  init() {}

  /// The reused names of a session.
  ///
  /// A reused name that is introduced once counts as ad, request and call.
  init(of trace: Trace) {
    var left = trace.reusedNames
    var introduced: [Name: Symbol] = [:]
    for event in trace.events {
      guard let name = Self.loadedIndex(event), trace.reusedNames.contains(name.symbol) else {
        continue
      }
      let earlier = introduced.updateValue(event.request, forKey: name)
      // A second `ad.loaded` of the same request and ad is a repeated callback.
      if earlier == nil || name.sort == .ad && earlier == event.request { continue }
      names.insert(name)
      left.remove(name.symbol)
    }
    for sort in Sort.allCases { names.formUnion(left.map { Name(sort: sort, symbol: $0) }) }
    for event in trace.events {
      guard let name = Self.loadedIndex(event), name.sort == .ad || name.sort == .load else {
        continue
      }
      if names.contains(Name(sort: .request, symbol: event.request)) { names.insert(name) }
    }
    findFlights(in: trace)
  }

  private mutating func findFlights(in trace: Trace) {
    var inFlight: [Symbol: Int] = [:]
    var reused: [Int] = []
    for (index, event) in trace.events.enumerated() {
      switch event.kind {
      case .adRequested:
        if let earlier = inFlight.updateValue(index, forKey: event.request) {
          reused.append(earlier)
        }
      case .adLoaded, .adFailedToLoad: inFlight[event.request] = nil
      default: break
      }
    }
    for index in reused.sorted() {
      let event = trace.events[index]
      let scene = trace.hasScenes ? event.scene : .absent
      flights[SlotNames(unit: event.unit, scene: scene), default: []].append(index)
    }
  }

  /// The last `ad.requested` of a slot before a record whose completion is unknown.
  func lastFlight(unit: Symbol, scene: Symbol, before index: Int) -> Int? {
    guard let all = flights[SlotNames(unit: unit, scene: scene)] else { return nil }
    return all[..<all.partition { $0 >= index }].last
  }

  /// Whether no name is reused.
  var isEmpty: Bool { names.isEmpty }

  /// Whether an event has a reused name.
  func concern(_ event: Event) -> Bool {
    Sort.allCases.contains { sort in
      let symbol = Self.symbol(of: event, sort)
      return symbol.isPresent && names.contains(Name(sort: sort, symbol: symbol))
    }
  }

  private static func loadedIndex(_ event: Event) -> Name? {
    let sort: Sort
    switch event.kind {
    case .adRequested: sort = .request
    case .adLoaded: sort = .ad
    case .adapterLoadCalled: sort = .load
    case .windowShown: sort = .window
    default: return nil
    }
    return Name(sort: sort, symbol: symbol(of: event, sort))
  }

  private static func symbol(of event: Event, _ sort: Sort) -> Symbol {
    switch sort {
    case .request: event.request
    case .ad: event.ad
    case .load: event.load
    case .window:
      event.kind == .windowShown || event.kind == .windowClosed ? event.text : .absent
    }
  }
}

extension Evaluation {
  /// Whether an event has a reused name, or belongs to a request that has one.
  func concernsReusedName(_ index: Int) -> Bool { cache.reusedNames.concern(event(index)) }
}
