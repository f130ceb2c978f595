/// The state of one session after some of its records: what `evolve` makes of the events.
///
/// It says what is known, and never judges. Events are named by their index in the trace; -1 says
/// that there was none. One value serves many sessions: ``begin(_:)`` keeps the memory.
public struct Session: ~Copyable, Sendable {
  /// How many events have been folded.
  public internal(set) var count = 0
  /// The active time of the whole session.
  public internal(set) var time = ActiveTime()
  /// What the header says; nil where it is lost.
  public internal(set) var header: Header?
  /// The classes that rules see.
  public internal(set) var captured = ClassSet.always
  /// The thresholds in force.
  public internal(set) var policy = Policy.defaults
  /// Whether the session tells scenes apart: only then may a lost record have named one.
  public internal(set) var namesScenes = false
  /// The index of the last `config.changed`; -1 for none.
  public internal(set) var configChanged = -1
  /// Minutes east of UTC, last value in force; nil where the header is lost.
  public internal(set) var utcOffsetMinutes: Int64?

  /// The app's life cycle.
  public internal(set) var app = AppState()
  /// What the user and the app's screens did.
  public internal(set) var screen = ScreenState()
  /// Consent and the SDK's start.
  public internal(set) var consent = ConsentState()
  /// Shows across the session.
  public internal(set) var shows = ShowState()

  /// The ads, by number.
  public internal(set) var ads: [AdState] = []
  /// Where the events of each ad stand.
  public internal(set) var facts = AdFacts()
  /// The requests, by number.
  public internal(set) var requests: [RequestState] = []
  /// The slots, by number.
  public internal(set) var slots: [SlotState] = []
  /// The units, by number.
  public internal(set) var units: [UnitState] = []
  /// The scenes, by number.
  public internal(set) var scenes: [SceneState] = []
  /// The calls of adapters, by number.
  public internal(set) var loads: [AdapterLoadState] = []

  /// The slots of app-open ads that hold some: their numbers, in no order.
  public internal(set) var appOpenHolders: [Int32] = []
  /// The indexes of the `native.mapped` that may be of an adapter's load, rising, by its symbol.
  var mappedOfLoad: [Symbol: [Int32]] = [:]

  var adNumbers = NumberTable()
  var requestNumbers = NumberTable()
  var unitNumbers = NumberTable()
  var sceneNumbers = NumberTable()
  var loadNumbers = NumberTable()
  var slotNumbers: [UInt64: Int32] = [:]
  var overrides: [PolicySetting] = []
  /// Holds nothing, and keeps the state in its place.
  ///
  /// A value with a member whose size only run time knows is always used where it lies; without it
  /// each question to the state would first copy all of it (1.5 KB).
  private let staysInPlace: (any Sendable)? = nil

  /// Makes the state of no session.
  public init() {}

  /// Starts over with a session, before its first record.
  ///
  /// `overrides` are thresholds that win over what the journal says.
  public mutating func begin(_ trace: Trace, overrides: [PolicySetting] = []) {
    count = 0
    time.measure(trace)
    header = trace.header
    captured = trace.captured
    policy = trace.header == nil ? .unknown : .defaults
    self.overrides = overrides
    policy.apply(trace.header?.policy ?? [])
    policy.apply(overrides)
    namesScenes =
      trace.header?.multiScene == true || trace.events.contains { $0.scene.isPresent }
    configChanged = -1
    utcOffsetMinutes = trace.header?.utcOffsetMinutes
    app = AppState()
    screen = ScreenState()
    consent = ConsentState()
    shows = ShowState()
    clearTables(symbols: trace.symbols.count)
  }

  /// Starts over with a session that is still being recorded, before its first record.
  mutating func begin(live trace: Trace, overrides: [PolicySetting]) {
    begin(trace, overrides: overrides)
    time.restart()
    if let header = trace.header, header.captures == nil { captured = .all }
  }

  /// Takes the next record of a session that is still being recorded into its clocks.
  mutating func grow(by event: Event) {
    time.append(event)
    if event.scene.isPresent { namesScenes = true }
  }

  mutating func clearTables(symbols: Int) {
    ads.removeAll(keepingCapacity: true)
    facts.removeAll()
    requests.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
    scenes.removeAll(keepingCapacity: true)
    loads.removeAll(keepingCapacity: true)
    appOpenHolders.removeAll(keepingCapacity: true)
    if !mappedOfLoad.isEmpty { mappedOfLoad.removeAll(keepingCapacity: true) }
    if !slotNumbers.isEmpty { slotNumbers.removeAll(keepingCapacity: true) }
    adNumbers.clear(symbols)
    requestNumbers.clear(symbols)
    unitNumbers.clear(symbols)
    sceneNumbers.clear(symbols)
    loadNumbers.clear(symbols)
  }
}

/// The small number of each symbol of one name space; -1 where it has none yet.
struct NumberTable: Sendable {
  var numbers: [Int32] = []

  mutating func clear(_ symbols: Int) {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(-1, count: symbols))
  }

  func number(_ symbol: Symbol) -> Int {
    Int(symbol.id) < numbers.count ? Int(numbers[Int(symbol.id)]) : -1
  }

  mutating func set(_ symbol: Symbol, _ number: Int) {
    // A session that is still being recorded gains symbols.
    while numbers.count <= Int(symbol.id) { numbers.append(-1) }
    numbers[Int(symbol.id)] = Int32(number)
  }
}

extension Session {
  /// The number of an ad; nil where nothing was said of it yet.
  public func adNumber(_ ad: Symbol) -> Int? { found(adNumbers.number(ad)) }
  /// The number of a request; nil where nothing was said of it yet.
  public func requestNumber(_ request: Symbol) -> Int? { found(requestNumbers.number(request)) }
  /// The number of a unit; nil where nothing was said of it yet.
  public func unitNumber(_ unit: Symbol) -> Int? { found(unitNumbers.number(unit)) }
  /// The number of a scene (absent: the only one); nil where nothing was said of it yet.
  public func sceneNumber(_ scene: Symbol) -> Int? { found(sceneNumbers.number(scene)) }
  /// The number of an adapter's load; nil where nothing was said of it yet.
  public func loadNumber(_ load: Symbol) -> Int? { found(loadNumbers.number(load)) }
  /// The number of a slot; nil where nothing was said of it yet.
  public func slotNumber(unit: Symbol, scene: Symbol) -> Int? {
    if slots.count > Self.fewSlots {
      return slotNumbers[UInt64(unit.id) << 32 | UInt64(scene.id)].map(Int.init)
    }
    // A session has a handful of slots: looking at each is faster than a hash.
    return slots.firstIndex { $0.unit == unit && $0.scene == scene }
  }

  private static var fewSlots: Int { 12 }

  /// Makes the youngest slot known by its names; the few first ones only when others join them.
  private mutating func numberSlots() {
    guard slots.count > Self.fewSlots else { return }
    let first = slotNumbers.isEmpty ? 0 : slots.count - 1
    for number in first..<slots.count {
      let names = UInt64(slots[number].unit.id) << 32 | UInt64(slots[number].scene.id)
      slotNumbers[names] = Int32(number)
    }
  }

  private func found(_ number: Int) -> Int? { number < 0 ? nil : number }

  mutating func makeAd(_ ad: Symbol) -> Int {
    if let number = adNumber(ad) { return number }
    var state = AdState()
    state.ad = ad
    ads.append(state)
    facts.addAd()
    adNumbers.set(ad, ads.count - 1)
    return ads.count - 1
  }

  mutating func makeRequest(_ request: Symbol) -> Int {
    if let number = requestNumber(request) { return number }
    var state = RequestState()
    state.request = request
    requests.append(state)
    requestNumbers.set(request, requests.count - 1)
    return requests.count - 1
  }

  mutating func makeUnit(_ unit: Symbol) -> Int {
    if let number = unitNumber(unit) { return number }
    var state = UnitState()
    state.unit = unit
    units.append(state)
    unitNumbers.set(unit, units.count - 1)
    return units.count - 1
  }

  mutating func makeScene(_ scene: Symbol) -> Int {
    if let number = sceneNumber(scene) { return number }
    var state = SceneState()
    state.scene = scene
    scenes.append(state)
    sceneNumbers.set(scene, scenes.count - 1)
    return scenes.count - 1
  }

  mutating func makeLoad(_ load: Symbol) -> Int {
    if let number = loadNumber(load) { return number }
    var state = AdapterLoadState()
    state.load = load
    loads.append(state)
    loadNumbers.set(load, loads.count - 1)
    return loads.count - 1
  }

  mutating func makeSlot(unit: Symbol, scene: Symbol, format: Word) -> Int {
    if let number = slotNumber(unit: unit, scene: scene) {
      if slots[number].format == .absent { slots[number].format = format }
      return number
    }
    var state = SlotState()
    state.unit = unit
    state.scene = scene
    state.format = format
    slots.append(state)
    numberSlots()
    return slots.count - 1
  }
}
