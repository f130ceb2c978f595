public import AdSession

/// One session while it is judged: the trace, the state so far, and what other sessions showed.
///
/// All of it lies behind a pointer, so that every rule reads it in place: as stored properties they
/// would be copied, arrays retained one by one, and checked for exclusive access at every question.
/// The judge that makes a run ends it too; a copy is the same run, and costs nothing.
public struct Run {
  /// The session.
  public var trace: Trace { _read { yield state.pointee.trace } }
  /// The state before the event that is judged.
  public var session: Session {
    @inline(__always) unsafeAddress { UnsafePointer(state.pointee.session) }
    @inline(__always) nonmutating unsafeMutableAddress { state.pointee.session }
  }
  /// App-open shows of other sessions of the same install, for the daily cap.
  public var otherShows: OtherShows { _read { yield state.pointee.otherShows } }
  /// What was looked up once for the whole session.
  ///
  /// By its address: of a large part of what a coroutine yields, a build without optimisation (Swift
  /// 6.3) makes the copy when the coroutine has already given its memory back.
  var notes: Notes {
    @inline(__always) unsafeAddress { UnsafePointer(state.pointee.notes) }
    @inline(__always) nonmutating unsafeMutableAddress { state.pointee.notes }
  }

  struct State: ~Copyable {
    var trace = Trace()
    /// The texts of the trace.
    var symbols = SymbolTable()
    let session: UnsafeMutablePointer<Session>
    var otherShows = OtherShows.none
    let notes: UnsafeMutablePointer<Notes>
    /// Whether no name was born twice and nobody asks what is kept: nearly always.
    var isPlain = true
    /// What the header says that many rules ask for; nil where it is lost.
    private(set) var build: Word?
    private(set) var isMultiScene: Bool?
    /// Whether the header says that the SDK is Google's.
    private(set) var isGoogle = false
    private var sdk = ""
    /// Whether monitors write down what is kept, for the tests of laws.
    var logsKept = false
    /// Whether anything of the session is lost, or a scene comes later than it was needed: rarely, and
    /// then only gaps and what is not placed are asked for.
    var hasGaps = false
    /// The events of the trace, for as long as it is judged.
    var events: UnsafePointer<Event>
    var count = 0
    /// What the judged event is; and, for moments that are looked back at, nothing.
    let facts: UnsafeMutablePointer<MomentFacts>
    let noFacts: UnsafePointer<MomentFacts>
    /// The number of the judged event's slot, -1 where it has none; once a rule asked for it.
    var slot = State.unknownSlot
    /// What ``events`` points to while no session is judged.
    let noEvents: UnsafeMutablePointer<Event>

    static var unknownSlot: Int { .min }

    /// Puts down what the judged event is, as the two words in which it comes.
    @inline(__always)
    func setFacts(_ facts: MomentFacts) {
      typealias Words = (UInt64, UInt64)
      UnsafeMutableRawPointer(self.facts)
        .storeBytes(of: unsafeBitCast(facts, to: Words.self), as: Words.self)
    }

    init() {
      session = .allocate(capacity: 1)
      session.initialize(to: Session())
      notes = .allocate(capacity: 1)
      notes.initialize(to: Notes())
      facts = .allocate(capacity: 2)
      facts.initialize(repeating: MomentFacts(), count: 2)
      noFacts = UnsafePointer(facts + 1)
      noEvents = .allocate(capacity: 1)
      noEvents.initialize(to: Event())
      events = UnsafePointer(noEvents)
    }

    /// Takes over what the header says.
    mutating func note(_ header: Header?) {
      build = header?.build
      isMultiScene = header.map { $0.multiScene ?? false }
      // Nearly all headers name the SDK of the one before.
      let name = header?.sdk ?? ""
      if name == sdk { return }
      sdk = name
      isGoogle = name == "google-mobile-ads"
    }

    /// Takes over the shows of other sessions; nearly always there are none, nor were there before.
    mutating func note(_ shows: OtherShows) {
      if !shows.isNone || !otherShows.isNone { otherShows = shows }
    }

    deinit {
      session.deinitialize(count: 1)
      session.deallocate()
      notes.deinitialize(count: 1)
      notes.deallocate()
      facts.deallocate()
      noEvents.deallocate()
    }
  }

  let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  /// Gives the memory back; no copy must be used again.
  func end() {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The event of an index, in place.
  @inline(__always)
  func event(_ index: Int) -> Event { place(of: index).pointee }

  /// Where the event of an index lies, while the session is judged.
  @inline(__always)
  func place(of index: Int) -> UnsafePointer<Event> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: state.pointee.count))
    return state.pointee.events + index
  }

  /// The moment of an event that a pattern looks back at, as if nothing was known of it.
  func moment(_ index: Int) -> Moment {
    Moment(run: self, index: index, facts: state.pointee.noFacts)
  }

  /// Calls a closure with the moment of an event as it was when these were its facts.
  func withMoment<Result>(
    _ index: Int, _ facts: MomentFacts, _ body: (Moment) -> Result
  ) -> Result {
    withUnsafePointer(to: facts) { body(Moment(run: self, index: index, facts: $0)) }
  }

  struct Notes {
    var reusedNames = ReusedNames()
    var firstAppOpenEvent: Int?
    /// Whether a span that lasts is real, as the records after it tell, and which does; by its begin.
    var lateLock: (begin: Int, isReal: Truth, at: Int)?
    var firstRealBackground: Int?
    var backgroundRequests: BackgroundRequests?
    var hasBackgroundRequests: Bool?
    /// Where the last search for a record that is no grant began and ended, and what it found.
    var fitProof: (searched: ClosedRange<Int>, found: Int?)?
    var lost: LostRecords?
    var firstEvents: [EventClass: [Int]] = [:]
    /// The first event that says the format of each ad; once it was asked for.
    var formatSources: [Symbol: Int]?
    /// The first birth of each ad; once it was asked for.
    var births: [Symbol: Birth]?

    /// Forgets the session; what it did not note is left alone.
    mutating func clear() {
      if !reusedNames.isEmpty { reusedNames = ReusedNames() }
      firstAppOpenEvent = nil
      lateLock = nil
      firstRealBackground = nil
      if backgroundRequests != nil { backgroundRequests = nil }
      hasBackgroundRequests = nil
      fitProof = nil
      if lost != nil { lost = nil }
      if !firstEvents.isEmpty { firstEvents = [:] }
      if formatSources != nil { formatSources = nil }
      if births != nil { births = nil }
    }
  }

  static func sorted(_ witness: [Int]) -> [Int] {
    var unique: [Int] = []
    for index in witness.sorted() where index >= 0 && unique.last != index { unique.append(index) }
    return unique
  }
}
