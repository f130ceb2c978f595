public import AdSession
public import PropertyTesting

/// One process of a simulated app: phone, user, ad SDK and journal around one ad manager.
///
/// Every decision of chance comes from ``choices``, so the same choices give the same records. A
/// world lives on one thread.
public final class World {
  /// Where chance comes from.
  public let choices: Choices
  /// What goes wrong in this process.
  public internal(set) var faults: FaultSet
  /// What could go wrong in this process at any time.
  public let drawnFaults: FaultSet
  /// What of it did go wrong.
  public internal(set) var struckFaults: FaultSet = []
  /// The app that is simulated.
  public let profile: Profile
  /// What was recorded so far, every class of events included.
  public let trace = Trace()

  /// The manager; nil before the launch and in a world without one.
  var manager: (any AdManager)?
  var clock: VirtualClock
  var agenda = Agenda()
  var phone = PhoneState()
  var sdk = SDKState()
  var app = AppPart()
  var recorder = RecorderPart()
  /// What is wrong with the app; nil: nothing.
  var bug: Mutant?
  /// What the user does beside the steps that every app has.
  var commands: [SimulatedCommand] = []
  /// What outlives the process.
  public var storage: InstallStorage
  /// Whether the process is gone: nothing is recorded any more.
  public internal(set) var isOver = false
  /// Instants near which mistakes live, in `t`: limits of the policy from what just happened.
  var instants: [Int64] = []
  /// What went wrong in the manager's use of the simulated SDK; empty: nothing.
  public internal(set) var complaints: [String] = []

  init(
    _ profile: Profile, choices: Choices, faults: FaultSet, storage: InstallStorage,
    clock: VirtualClock
  ) {
    self.profile = profile
    self.choices = choices
    self.faults = faults
    drawnFaults = faults
    self.storage = storage
    self.clock = clock
  }

  // MARK: What a manager may ask

  /// Milliseconds since the process began, sleep included.
  public var now: Int64 { clock.t }

  /// The wall clock, milliseconds since 1970.
  public var wall: Int64 { clock.wall }

  /// Minutes east of UTC, now.
  public var utcOffsetMinutes: Int64 { clock.utcOffsetMinutes }

  /// The symbol of a text in this process.
  public func symbol(_ text: String) -> Symbol { trace.symbols.intern(text) }

  /// The text of a symbol.
  public func text(_ symbol: Symbol) -> String { trace.symbols.text(symbol) }

  /// Plans a call of the manager's own: never while the process is suspended, then as soon as it
  /// returns.
  public func schedule(after delay: Int64, _ action: @escaping () -> Void) {
    agenda.plan(at: clock.t + max(0, delay), needsProcess: true, action)
  }

  // MARK: Recording

  /// Writes a record and tells the manager.
  @discardableResult
  func record(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) -> Int {
    guard !isOver, !isEndless() else { return -1 }
    var event = Event(kind)
    fill(&event)
    event.seq = Int64(trace.events.count + 1)
    event.line = UInt32(trace.events.count + 1)
    event.t = clock.t
    event.wall = clock.wall
    let index = trace.events.count
    trace.events.append(event)
    if !drawnFaults.isDisjoint(with: Self.recordedFaults) { disturb(event, at: index) }
    manager?.receive(event, at: index, in: self)
    return index
  }

  /// Says that the manager did something that no manager may do.
  public func complain(_ sentence: String) {
    if !complaints.contains(sentence) { complaints.append(sentence) }
  }

  /// The most records of one process: more come only from calls that go round without an end.
  public static let mostRecords = 20_000

  private func isEndless() -> Bool {
    guard trace.events.count >= Self.mostRecords else { return false }
    complain("the manager did not stop: \(Self.mostRecords) records in one process")
    isOver = true
    return true
  }

  /// Whether a fault strikes here; draws only where the fault is on.
  func strikes(_ fault: Fault, _ probability: Double = 0.2) -> Bool {
    guard faults.contains(fault), choices.bool(probability: probability) else { return false }
    strike(fault)
    return true
  }

  /// Notes that a fault strikes now.
  func strike(_ fault: Fault) { struckFaults.insert(FaultSet([fault])) }

  /// The ids of the rules that what went wrong can break whatever the app does.
  public var excuses: [String] { struckFaults.breaks }

  /// The faults that strike where something is recorded.
  private static let recordedFaults = FaultSet([
    .strayCallbacks, .strayNotifications, .lostRecords, .segments,
  ])
}

/// What an install keeps while no process runs.
public struct InstallStorage: Sendable {
  /// The random id of the install.
  public var install = ""
  /// Launches so far.
  public var launches: Int64 = 0
  /// What the user answered last; nil: was never asked.
  public var consent: Bool?
  /// The app-open shows so far, by wall clock and local day, oldest first.
  public var shows: [Show] = []
  /// What the manager itself keeps, by key, in the order of the first writing.
  public var values: [(key: String, value: Int64)] = []

  /// One app-open show.
  public struct Show: Sendable {
    /// The wall clock, milliseconds since 1970.
    public var wall: Int64
    /// The local day, as days since 1970-01-01.
    public var day: Int64
  }

  /// Makes the storage of a new install.
  public init() {}

  /// A value that the manager kept; nil: it kept none.
  public func value(_ key: String) -> Int64? { values.first { $0.key == key }?.value }

  /// Keeps a value.
  public mutating func keep(_ value: Int64, as key: String) {
    if let place = values.firstIndex(where: { $0.key == key }) {
      values[place].value = value
    } else {
      values.append((key, value))
    }
  }
}
