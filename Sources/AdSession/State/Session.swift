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
  /// The kinds of ``captured``.
  var folded = KindSet(of: .always)
  /// The thresholds in force.
  public internal(set) var policy = Policy.defaults
  /// Whether the session may tell scenes apart: only then may a lost record have named one.
  ///
  /// Where the header is lost nobody knows.
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
  public internal(set) var ads = Table<AdState>()
  /// Where the events of each ad stand.
  public internal(set) var facts = AdFacts()
  /// The requests, by number.
  public internal(set) var requests = Table<RequestState>()
  /// The slots, by number.
  public internal(set) var slots = Table<SlotState>()
  /// The units, by number.
  public internal(set) var units = Table<UnitState>()
  /// The scenes, by number.
  public internal(set) var scenes = Table<SceneState>()
  /// The calls of adapters, by number.
  public internal(set) var loads = Table<AdapterLoadState>()

  /// The slots of app-open ads that hold some: their numbers, in no order.
  public internal(set) var appOpenHolders = Table<Int32>()
  /// Those taken out of them since their ads were too old, as they came.
  var agedHolders = Table<Int32>()
  /// The `native.mapped` that may be of an adapter's load, by number of ``SymbolNumbers``.
  var mapped = Table<MappedLoad>()

  @usableFromInline var numbers = SymbolNumbers()
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
    let areScenesNamed = time.measure(trace.events, trace.gaps)
    // Asked for once: each question counts a reference.
    let header = trace.header
    self.header = header
    capture(trace.captured)
    policy.reset(isKnown: header != nil)
    if !overrides.isEmpty || !self.overrides.isEmpty { self.overrides = overrides }
    if let header, !header.policy.isEmpty { policy.apply(header.policy) }
    policy.apply(overrides)
    namesScenes =
      areScenesNamed && (trace.gaps.isEmpty || seesScenes(trace.events))
      || header.map { $0.multiScene == true } ?? true
    configChanged = -1
    utcOffsetMinutes = header?.utcOffsetMinutes
    app.clear()
    screen.clear()
    consent = ConsentState()
    shows.clear()
    clearTables(symbols: trace.symbols.count)
  }

  /// Starts over with a session that is still being recorded, before its first record.
  mutating func begin(live trace: Trace, overrides: [PolicySetting]) {
    begin(trace, overrides: overrides)
    time.restart()
    if let header = trace.header, header.captures == nil { capture(.all) }
  }

  /// Takes the next record of a session that is still being recorded into its clocks.
  mutating func grow(by event: Event) {
    time.append(event)
    if event.scene.isPresent { namesScenes = true }
  }

  /// Whether a record names a scene that rules see; asked for where it matters: in gaps.
  private func seesScenes(_ events: [Event]) -> Bool {
    events.contains { $0.scene.isPresent && folded.contains($0.kind) }
  }

  /// Says which classes are folded; most sessions say the same as the one before.
  mutating func capture(_ classes: ClassSet) {
    if classes != captured { folded = KindSet(of: classes) }
    captured = classes
  }

  mutating func clearTables(symbols: Int) {
    ads.removeAll()
    facts.removeAll()
    requests.removeAll()
    slots.removeAll()
    units.removeAll()
    scenes.removeAll()
    loads.removeAll()
    mapped.removeAll()
    appOpenHolders.removeAll()
    agedHolders.removeAll()
    if !slotNumbers.isEmpty { slotNumbers.removeAll(keepingCapacity: true) }
    numbers.clear(symbols)
  }
}
