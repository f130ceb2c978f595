/// The state of one session after some of its records, as `evolve` computes it.
///
/// The state holds facts and never judges. Events are referred to by their index in the trace. One
/// value serves many sessions: ``begin(_:overrides:)`` keeps the memory.
public struct Session: ~Copyable, Sendable {
  /// The number of events that were folded.
  public internal(set) var count = 0
  /// The active time of the whole session.
  public internal(set) var time = ActiveTime()
  /// The header; nil where it is lost.
  public internal(set) var header: Header?
  /// The captured classes; events of other classes are ignored.
  public internal(set) var captured = ClassSet.always
  /// The kinds of ``captured``.
  var folded = KindSet(of: .always)
  /// The thresholds in force.
  public internal(set) var policy = Policy.defaults
  /// Whether the session has several scenes; else all its records belong to one, whatever they
  /// name.
  public internal(set) var hasScenes = false
  /// The index of the last `config.changed`.
  public internal(set) var configChanged = EventIndex.none
  /// Minutes east of UTC, last value in force; nil where the header is lost.
  public internal(set) var utcOffsetMinutes: Int64?

  /// The app's life cycle.
  public internal(set) var app = AppState()
  /// What the user and the app's screens did.
  public internal(set) var screen = ScreenState()
  /// Consent and the SDK's start.
  public internal(set) var consent = ConsentState()
  /// What surrounds the ads.
  public internal(set) var surroundings = Surroundings()
  /// Shows across the session.
  public internal(set) var shows = ShowState()

  /// The ads, by number.
  public internal(set) var ads = Table<AdState>()
  /// The events of each ad.
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

  /// The indexes of the slots that hold app-open ads, in no order.
  public internal(set) var appOpenHolders = Table<Int32>()
  /// The slots that were removed from ``appOpenHolders`` because their ads were too old.
  var agedHolders = Table<Int32>()
  /// The possible `native.mapped` of each adapter load.
  var mapped = Table<MappedLoad>()

  @usableFromInline var numbers = SymbolNumbers()
  var slotNumbers: [UInt64: Int32] = [:]
  var overrides: [PolicySetting] = []
  /// Keeps the state at its address; its value is not used.
  ///
  /// The compiler always passes a value by address if the size of a member is unknown at compile
  /// time. Without this member, reading one property would first copy the whole state (1.5 KB).
  private let staysInPlace: (any Sendable)? = nil

  /// Makes an empty state.
  public init() {}

  /// Starts over with a session, before its first record.
  ///
  /// `overrides` are thresholds that replace those of the journal.
  public mutating func begin(_ trace: Trace, overrides: [PolicySetting] = []) {
    count = 0
    time.measure(trace)
    // Read once, since each read counts a reference.
    let header = trace.header
    self.header = header
    capture(trace.captured)
    policy.reset(isKnown: header != nil, hasTimes: trace.hasTimes)
    if !overrides.isEmpty || !self.overrides.isEmpty { self.overrides = overrides }
    if let header, !header.policy.isEmpty { policy.apply(header.policy) }
    policy.apply(overrides)
    hasScenes = trace.hasScenes
    configChanged = .none
    utcOffsetMinutes = header?.utcOffsetMinutes
    app.clear()
    screen.clear()
    consent = ConsentState()
    surroundings = Surroundings()
    shows.clear()
    clearTables(symbols: trace.symbols.count)
  }

  /// Starts over with a session that is still being recorded, before its first record.
  mutating func begin(live trace: Trace, overrides: [PolicySetting]) {
    begin(trace, overrides: overrides)
    time.restart()
    if let header = trace.header, header.captures == nil { capture(.all) }
  }

  /// Advances the clocks by the next record of a session that is still being recorded.
  mutating func grow(by event: Event) {
    time.append(event)
    if header == nil && event.scene.isPresent { hasScenes = true }
  }

  /// Sets the captured classes.
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
