public import AdSession

/// What a timeline shows of a session; without any choice, all of it.
///
/// A record is shown if every choice that is set allows it.
public struct TimelineSelection: Sendable {
  /// The indexes of the records to show; nil for all.
  public var window: Range<Int>?
  /// The kinds of records to show; empty for all.
  public var kinds: Set<EventKind> = []
  /// The names of ads; empty for all.
  ///
  /// With an ad come the request and the adapter loads that delivered it.
  public var ads: [String] = []
  /// The ad units, each as a whole or as its part behind the last `/`; empty for all.
  ///
  /// With a unit come all records of its requests and ads.
  public var units: [String] = []
  /// Whether only records are shown that a violation names.
  public var onlyViolations = false
  /// What a reader of the timeline must know about the choice, such as which of several days a time
  /// is on.
  public var notes: [String] = []

  /// Shows everything.
  public init() {}

  /// Whether records are chosen by what they are, and not only by their position.
  public var hasFilters: Bool {
    !kinds.isEmpty || !ads.isEmpty || !units.isEmpty || onlyViolations
  }

  /// The kinds with this name, or with the prefix in front of `*`: `ad.*`.
  ///
  /// Empty if there is none.
  public static func kinds(matching pattern: String) -> [EventKind] {
    EventKind.allCases.filter { kind in
      if kind == .unknown { return false }
      return pattern.hasSuffix("*")
        ? kind.name.hasPrefix(pattern.dropLast()) : kind.name == pattern
    }
  }

  /// The filters as a function of the index of a record; the window is not part of it.
  func filter(_ trace: Trace, isNamed: @escaping (Int) -> Bool) -> (Int) -> Bool {
    let names = ads.isEmpty && units.isEmpty ? nil : NamedRecords(trace, ads: ads, units: units)
    return { index in
      (kinds.isEmpty || kinds.contains(trace.events[index].kind))
        && (!onlyViolations || isNamed(index))
        && (names?.contains(trace.events[index]) ?? true)
    }
  }
}

/// The records of some ads and units, also those that name only their request or adapter load.
private struct NamedRecords {
  private let adNames: Set<Symbol>
  private let unitNames: Set<Symbol>
  private let hasAds: Bool
  private let hasUnits: Bool
  /// The requests and the adapter loads of ``adNames``.
  private var requestsOfAds: Set<Symbol> = []
  private var loadsOfAds: Set<Symbol> = []
  private var unitOfAd: [Symbol: Symbol] = [:]
  private var unitOfRequest: [Symbol: Symbol] = [:]
  private var requestOfLoad: [Symbol: Symbol] = [:]

  init(_ trace: Trace, ads: [String], units: [String]) {
    (hasAds, hasUnits) = (!ads.isEmpty, !units.isEmpty)
    adNames = Set(ads.compactMap { trace.symbols.symbol(of: $0) })
    var known: [Symbol: Bool] = [:]
    for event in trace.events where event.unit.isPresent && known[event.unit] == nil {
      let unit = trace.symbols.text(event.unit)
      known[event.unit] = units.contains { Self.isUnit(unit, $0) }
    }
    unitNames = Set(trace.events.map { $0.unit }.filter { known[$0] == true })
    for event in trace.events { connect(event) }
  }

  /// Whether a unit has this name, or ends with it behind a `/`; `…/` stands for any account.
  private static func isUnit(_ unit: String, _ name: String) -> Bool {
    unit == name || unit.hasSuffix(name.hasPrefix("…/") ? String(name.dropFirst()) : "/" + name)
  }

  private mutating func connect(_ event: Event) {
    if event.request.isPresent, event.load.isPresent { requestOfLoad[event.load] = event.request }
    if event.unit.isPresent {
      if event.ad.isPresent { unitOfAd[event.ad] = event.unit }
      if event.request.isPresent { unitOfRequest[event.request] = event.unit }
    }
    guard event.ad.isPresent, adNames.contains(event.ad) else { return }
    if event.request.isPresent { requestsOfAds.insert(event.request) }
    if event.load.isPresent { loadsOfAds.insert(event.load) }
  }

  func contains(_ event: Event) -> Bool {
    (!hasAds || isOfAds(event)) && (!hasUnits || unitNames.contains(unit(of: event)))
  }

  private func isOfAds(_ event: Event) -> Bool {
    if event.ad.isPresent { return adNames.contains(event.ad) }
    return requestsOfAds.contains(event.request) || loadsOfAds.contains(event.load)
  }

  private func unit(of event: Event) -> Symbol {
    if event.unit.isPresent { return event.unit }
    if let unit = unitOfAd[event.ad] { return unit }
    let request = event.request.isPresent ? event.request : requestOfLoad[event.load] ?? .absent
    return unitOfRequest[request] ?? .absent
  }
}
