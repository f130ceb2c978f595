public import AdSession

/// One session while it is judged: the trace, the state so far, and what other sessions showed.
///
/// Everything lies at a fixed address, so that every rule reads it in place: as stored properties
/// the parts would be copied, retained and checked for exclusive access at every use. A copy is
/// the same evaluation and costs nothing; its judge owns the storage.
public struct Evaluation {
  private let storage: Cell<EvaluationStorage>

  init(_ storage: Cell<EvaluationStorage>) { self.storage = storage }

  /// The session.
  public var trace: Trace { _read { yield storage.value.trace } }
  /// The state before the event that is judged.
  public var session: Session {
    @inline(__always) _read { yield storage.value.session }
    @inline(__always) nonmutating _modify { yield &storage.value.session }
  }
  /// App-open shows of earlier sessions of the same install, for the daily cap.
  public var otherShows: OtherShows { _read { yield storage.value.otherShows } }
  /// Whether a judgement assumed that the install had no earlier sessions.
  var usedEarlierShows: Bool {
    get { storage.value.usedEarlierShows }
    nonmutating set { storage.value.usedEarlierShows = newValue }
  }
  /// Whether the app's own count of the day was used, and found that shows are left.
  var usedOwnCount: Bool {
    get { storage.value.usedOwnCount }
    nonmutating set { storage.value.usedOwnCount = newValue }
  }
  /// Whether the daily cap is the one by which the app counted.
  var hasOwnCap: Bool { storage.value.hasOwnCap }
  /// The texts of the trace.
  var symbols: SymbolTable { _read { yield storage.value.symbols } }
  /// Results that are computed once per session.
  var cache: SessionCache { @inline(__always) get { storage.value.cache } }
  /// The number of records.
  var count: Int { @inline(__always) get { storage.value.events.count } }
  /// Whether no name is reused and kept activations are not logged, which is nearly always so.
  var isPlain: Bool { @inline(__always) get { storage.value.isPlain } }
  /// Whether rule states record the kept activations, for property tests.
  var logsKept: Bool {
    get { storage.value.logsKept }
    nonmutating set { storage.value.logsKept = newValue }
  }
  /// Whether anything of the session is lost, or the scene of a record is unknown.
  ///
  /// That is rare. Only then do conditions look for gaps and for events without a location.
  var hasGaps: Bool {
    @inline(__always) get { storage.value.hasGaps }
    nonmutating set { storage.value.hasGaps = newValue }
  }
  /// The build that the header names; nil where the header is lost.
  var build: Word? { storage.value.header.build }
  /// Whether the app supports several windows; nil where the header is lost.
  var isMultiScene: Bool? { storage.value.header.isMultiScene }
  /// Whether the header names Google's SDK.
  var isGoogle: Bool { storage.value.header.isGoogle }

  /// The event at an index, in place.
  @inline(__always)
  func event(_ index: Int) -> Event { storage.value.events[index] }

  /// The context of an event that a pattern looks back at, without derived facts.
  func context(_ index: Int) -> EvaluationContext {
    EvaluationContext(
      evaluation: self, index: index, event: storage.value.events.cell(index),
      facts: storage.value.noFacts.cell(0).readOnly)
  }

  /// Calls `body` with the context of an event and the facts that were derived when it was judged.
  func withContext<Result>(
    _ index: Int, _ facts: DerivedFacts, _ body: (EvaluationContext) -> Result
  ) -> Result {
    ReadOnlyCell.with(facts) { facts in
      body(
        EvaluationContext(
          evaluation: self, index: index, event: storage.value.events.cell(index), facts: facts))
    }
  }

  /// A witness without repeated indexes, in rising order.
  static func sorted(_ witness: [Int]) -> [Int] {
    var unique: [Int] = []
    for index in witness.sorted() where index >= 0 && unique.last != index { unique.append(index) }
    return unique
  }
}

/// Evaluating one session after the other.
extension Evaluation {
  /// Takes over a session and what other sessions showed, before its first event.
  func begin(_ trace: Trace, _ otherShows: OtherShows, overrides: [PolicySetting]) {
    storage.value.begin(trace, otherShows)
    storage.value.hasOwnCap = !overrides.contains { $0.key == .dailyCap }
    session.begin(trace, overrides: overrides)
  }

  /// Makes the events readable until ``endEvents()``.
  func begin(_ events: ReadOnlyRow<Event>) { storage.value.events = events }

  /// Removes the events.
  func endEvents() { storage.value.events = ReadOnlyRow() }

  /// Drops the trace, so that the caller may reuse its memory.
  func release(for noTrace: Trace) {
    storage.value.trace = noTrace
    storage.value.symbols = noTrace.symbols
  }

  /// The context of the next event, with its derived facts.
  @inline(__always)
  func begin(_ event: Event, _ index: Int, _ facts: DerivedFacts) -> EvaluationContext {
    storage.value.facts.cell(0).storeWhole(facts)
    storage.value.slot = .unknown
    return EvaluationContext(
      evaluation: self, index: index, event: storage.value.events.cell(index),
      facts: storage.value.facts.cell(0).readOnly)
  }

  /// Whether these are the facts of the event that is judged.
  func isCurrent(_ facts: ReadOnlyCell<DerivedFacts>) -> Bool {
    facts === storage.value.facts.cell(0).readOnly
  }

  /// The number of the judged event's slot, which many rules need; `find` is called once per event.
  func currentSlot(_ find: () -> Int?) -> Int? {
    if case .known(let slot) = storage.value.slot { return slot }
    let slot = find()
    storage.value.slot = .known(slot)
    return slot
  }
}

/// The stored values of an evaluation, at a fixed address.
struct EvaluationStorage: ~Copyable {
  enum Slot {
    case unknown
    case known(Int?)
  }

  var trace = Trace()
  var symbols = SymbolTable()
  var session = Session()
  var otherShows = OtherShows.unknown
  var usedEarlierShows = false
  var usedOwnCount = false
  var hasOwnCap = true
  let cache = SessionCache()
  var isPlain = true
  fileprivate var header = HeaderAnswers()
  var logsKept = false
  var hasGaps = false
  /// The events of the trace while it is judged.
  var events = ReadOnlyRow<Event>()
  /// The derived facts of the judged event.
  let facts = Slab(count: 1) { _ in DerivedFacts() }
  /// The derived facts of events that a pattern looks back at: none.
  let noFacts = Slab(count: 1) { _ in DerivedFacts() }
  /// The slot of the judged event.
  var slot = Slot.unknown

  mutating func begin(_ trace: Trace, _ otherShows: OtherShows) {
    self.trace = trace
    symbols = trace.symbols
    self.otherShows = otherShows
    usedEarlierShows = false
    usedOwnCount = false
    cache.clear()
    if !trace.reusedNames.isEmpty { cache.reusedNames = ReusedNames(of: trace) }
    isPlain = cache.reusedNames.isEmpty && !logsKept
    hasGaps = !trace.hidingGaps.isEmpty
    header.note(trace.header)
  }
}

/// The facts of the header that many rules need.
private struct HeaderAnswers {
  private(set) var build: Word?
  private(set) var isMultiScene: Bool?
  private(set) var isGoogle = false
  private var sdk = ""

  mutating func note(_ header: Header?) {
    build = header?.build
    isMultiScene = header.map { $0.multiScene ?? false }
    // Nearly all headers name the SDK of the one before.
    let name = header?.sdk ?? ""
    if name == sdk { return }
    sdk = name
    isGoogle = name == "google-mobile-ads"
  }
}
