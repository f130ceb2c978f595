public import AdDecider
public import AdSession
public import PropertyTesting

/// One process of a simulated app: the phone, its user, the ad SDK and the journal.
///
/// All random decisions come from ``choices``, so the same choices give the same records. Use a
/// world on one thread.
public final class World {
  /// The source of all random decisions.
  public let choices: Choices
  /// The faults that can occur now; empty during recovery.
  public internal(set) var faults: FaultSet
  /// The faults that this process drew at its beginning.
  public let drawnFaults: FaultSet
  /// The faults that occurred so far.
  public internal(set) var struckFaults: FaultSet = []
  /// The occurrences of faults that can violate rules whatever the app does, in order.
  public internal(set) var occurrences: [Strike] = []
  /// The kind of app.
  public let profile: Profile
  /// The events so far, including those that the app does not record.
  public let trace = Trace()

  /// The manager; nil before the launch and after the end.
  var manager: (any AdManager)?
  var clock: VirtualClock
  var agenda = Agenda()
  var phone = PhoneState()
  var sdk = SDKState()
  var app = SimulatedAppState()
  var recorder = RecorderState()
  var around = SurroundingsState()
  /// Whether the profile captures every class of events.
  let recordsEverything: Bool
  /// The bug of the app; nil for none.
  var bug: Mutant?
  /// Whether an incident is reenacted: the world answers nothing by itself.
  var isReenacted = false
  /// The app whose own manager is tested; nil for a simulated app.
  var appUnderTest: AppUnderTest?
  /// Actions of the user in addition to the built-in steps.
  var commands: [SimulatedCommand] = []
  /// The data that the install keeps between processes.
  public var storage: InstallStorage
  /// Whether the process or its recording has ended; nothing more is recorded.
  public internal(set) var isOver = false
  /// The placements that an app under test did not use at ``faultlessMoments``.
  public internal(set) var unusedPlacements: [Placement] = []
  /// Times near which bugs are likely, in milliseconds since the process began.
  var instants: [Int64] = []
  /// Errors of the manager that are not violations of rules, in order, each once.
  public internal(set) var managerErrors: [String] = []

  init(
    _ profile: Profile, choices: Choices, faults: FaultSet, storage: InstallStorage,
    clock: VirtualClock
  ) {
    self.profile = profile
    recordsEverything = profile.captures.count == EventClass.allCases.count
    self.choices = choices
    self.faults = faults
    drawnFaults = faults
    self.storage = storage
    self.clock = clock
  }

  // MARK: For managers

  /// Milliseconds since the process began, including sleep.
  public var now: Int64 { clock.t }

  /// The wall-clock time in milliseconds since 1970.
  public var wall: Int64 { clock.wall }

  /// The current offset of the time zone from UTC, in minutes east.
  public var utcOffsetMinutes: Int64 { clock.utcOffsetMinutes }

  /// Returns the symbol for a text in the trace.
  public func symbol(_ text: String) -> Symbol { trace.symbols.intern(text) }

  /// Returns the text of a symbol.
  public func text(_ symbol: Symbol) -> String { trace.symbols.text(symbol) }

  /// Schedules a call of the manager after a delay in milliseconds.
  ///
  /// If the process is suspended then, the call comes when it resumes.
  public func schedule(after delay: Int64, _ action: @escaping () -> Void) {
    agenda.plan(at: clock.t + max(0, delay), needsProcess: true, action)
  }

  // MARK: Recording

  /// Records an event and passes it to the manager.
  ///
  /// - Returns: The index of the event; -1 if the process has ended.
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
    if appUnderTest != nil { note(event) }
    if !drawnFaults.isDisjoint(with: Self.recordedFaults) { disturb(event, at: index) }
    manager?.receive(event, at: index, in: self)
    accompany(event)
    return index
  }

  /// Notes what the moments without faults depend on.
  private func note(_ event: Event) {
    if event.format == .appOpen {
      if event.kind == .adWillPresent { storage.appOpenWalls.append(event.wall) }
      // A manager may count a show when it ends, on the next day.
      if event.kind == .adDismissed && !storage.appOpenWalls.isEmpty {
        storage.appOpenWalls[storage.appOpenWalls.count - 1] = event.wall
      }
    }
    if event.kind == .appTimeChanged && event.reason != .midnight { storage.hasOddDays = true }
  }

  /// Sets the manager while it is created, so that it receives the answers to its first calls.
  public func attach(_ manager: any AdManager) { self.manager = manager }

  /// Reports an error of the manager that is not a violation of a rule.
  public func reportManagerError(_ message: String) {
    if !managerErrors.contains(message) { managerErrors.append(message) }
  }

  /// The maximum number of records in a process; only an endless loop of the manager exceeds it.
  public static let maximumRecords = 20_000

  /// The maximum number of records in a process of an app under test.
  public static let maximumRecordsUnderTest = 4_000

  private func isEndless() -> Bool {
    let most = isUnderTest ? Self.maximumRecordsUnderTest : Self.maximumRecords
    guard trace.events.count >= most else { return false }
    reportManagerError("the manager did not stop: \(most) records in one process")
    isOver = true
    return true
  }

  /// Draws whether a fault occurs now; draws nothing if the process does not have the fault.
  func strikes(
    _ fault: Fault, _ probability: Double = 0.2, of ad: SimulatedAd? = nil, unit: Symbol = .absent
  ) -> Bool {
    guard faults.contains(fault), choices.bool(probability: probability) else { return false }
    strike(fault, of: ad, unit: unit)
    return true
  }

  /// Notes that a fault occurs now, about an ad, a unit or the whole process.
  func strike(_ fault: Fault, of ad: SimulatedAd? = nil, unit: Symbol = .absent) {
    struckFaults.insert(fault)
    guard isUnderTest, !fault.breaks.isEmpty else { return }
    occurrences.append(
      Strike(
        fault: fault, time: clock.t, ad: ad?.name ?? .absent,
        unit: ad?.placement.unit ?? unit))
  }

  /// The ids of the rules that the faults so far can violate whatever the app does.
  public var exemptRules: [String] { struckFaults.breaks }

  /// The faults that occur when an event is recorded.
  private static let recordedFaults = FaultSet([
    .strayCallbacks, .strayNotifications, .lostRecords, .segments,
  ])
}

/// The data that an install keeps between processes.
public struct InstallStorage: Sendable {
  /// The random id of the install.
  public var install = ""
  /// The number of launches, including the current one.
  public var launches: Int64 = 0
  /// The last answer to the consent form; nil if the user was never asked.
  public var consent: Bool?
  /// How the last process ended; nil if it is not known.
  var previousEnd: Word?
  /// Whether the user paid for an app without ads.
  var isAdFree = false
  /// The app-open shows so far, oldest first.
  public var shows: [Show] = []
  /// The wall-clock times at which the app-open shows began or ended last, in milliseconds since
  /// 1970; for an app under test.
  var appOpenWalls: [Int64] = []
  /// Whether the wall clock or the time zone ever changed, so that local days are hard to count.
  var hasOddDays = false
  /// The values that the manager stores, in the order in which the keys were first used.
  public var values: [(key: String, value: Int64)] = []

  /// One app-open show.
  public struct Show: Sendable {
    /// The wall-clock time in milliseconds since 1970.
    public var wall: Int64
    /// The local day, as days since 1970-01-01.
    public var day: Int64
  }

  /// Creates the storage of a new install.
  public init() {}

  /// Returns a value that the manager stored; nil if there is none.
  public func value(_ key: String) -> Int64? { values.first { $0.key == key }?.value }

  /// Stores a value of the manager.
  public mutating func keep(_ value: Int64, as key: String) {
    if let index = values.firstIndex(where: { $0.key == key }) {
      values[index].value = value
    } else {
      values.append((key, value))
    }
  }
}
