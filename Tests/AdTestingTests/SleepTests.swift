import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// `Task.sleep` and the clocks of the standard library, in tasks of a manager.
@Suite struct SleepTests {
  /// Sleeps in a task before it loads again.
  class SleepingSlot: AdSlot, @unchecked Sendable {
    func sleep(milliseconds: Int64) async throws {
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
    override func retry(after failure: LoadFailure) {
      failures += 1
      retryAt = phone.milliseconds + pause
      let pause = pause
      Task { [self] in
        try? await sleep(milliseconds: pause)
        load(.retry)
      }
    }
  }
  final class NanosecondSlot: SleepingSlot, @unchecked Sendable {
    override func sleep(milliseconds: Int64) async throws {
      try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
    }
  }
  final class ContinuousSlot: SleepingSlot, @unchecked Sendable {
    override func sleep(milliseconds: Int64) async throws {
      try await ContinuousClock().sleep(until: .now + .milliseconds(milliseconds))
    }
  }
  final class SuspendingSlot: SleepingSlot, @unchecked Sendable {
    override func sleep(milliseconds: Int64) async throws {
      try await Task.sleep(until: .now + .milliseconds(milliseconds), clock: .suspending)
    }
  }
  final class MainActorSlot: SleepingSlot, @unchecked Sendable {
    override func sleep(milliseconds: Int64) async throws {
      try await Self.sleepOnMain(milliseconds)
    }
    @MainActor private static func sleepOnMain(_ milliseconds: Int64) async throws {
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
  }
  /// Forgets to wait as long as it should.
  final class HastySlot: SleepingSlot, @unchecked Sendable {
    override var pause: Int64 { super.pause / 4 }
  }

  private func check<Slot: AdSlot>(_ slot: Slot.Type) throws {
    try AdManagerTest(InterstitialAds.app) { SlotAds<Slot>($0) }.check(sessions: 600)
  }

  @Test func `a manager that sleeps before it loads again keeps all rules`() throws {
    try check(SleepingSlot.self)
    try check(NanosecondSlot.self)
    try check(ContinuousSlot.self)
    try check(SuspendingSlot.self)
    try check(MainActorSlot.self)
  }

  @Test func `a manager that sleeps too short is found, and the case repeats exactly`() throws {
    var test = AdManagerTest(InterstitialAds.app) { SlotAds<HastySlot>($0) }
    test.shrinkingRecords = 50_000
    let one = try #require(#expect(throws: AdTestFailure.self) { try test.check(sessions: 1_000) })
    #expect(one.rule == "retry-backs-off", "\(one)")
    #expect(one.timeline.contains("Task.sleep(500 ms)"), "\(one.timeline)")
    #expect(one.timeline.contains("sleeping task goes on"))
    let other = #expect(throws: AdTestFailure.self) { try test.check(sessions: 1_000) }
    #expect(one.description == other?.description && !one.isFlaky)
  }

  @Test func `a task that sleeps when the process ends goes on once, and its manager is freed`()
    throws
  {
    final class Sleeper: InterstitialAds, @unchecked Sendable {
      nonisolated(unsafe) static var living = 0, slept = 0
      override init(_ phone: SimulatedPhone) {
        super.init(phone)
        Self.living += 1
      }
      deinit { Self.living -= 1 }
      override func contentShown() {
        super.contentShown()
        Task {
          try await Task.sleep(for: .seconds(1_000_000))
          Self.slept += 1
          phone.finishSplash()
        }
      }
    }
    try AdManagerTest(InterstitialAds.app) { Sleeper($0) }.check(sessions: 100)
    #expect(Sleeper.slept > 50 && Sleeper.living == 0)
  }

  @Test func `a task that sleeps again and again does not outlive its process`() throws {
    final class Restless: InterstitialAds, @unchecked Sendable {
      override func contentShown() {
        super.contentShown()
        Task { while true { try? await Task.sleep(for: .seconds(30)) } }
      }
    }
    try AdManagerTest(InterstitialAds.app) { Restless($0) }.check(sessions: 100)
  }

  /// A manager whose task waits in a loop, and which counts the living ones.
  class Waiting: InterstitialAds, @unchecked Sendable {
    nonisolated(unsafe) static var living: [ObjectIdentifier: Int] = [:]
    nonisolated(unsafe) static var errors = 0
    override init(_ phone: SimulatedPhone) {
      super.init(phone)
      Self.living[ObjectIdentifier(Self.self), default: 0] += 1
    }
    deinit { Self.living[ObjectIdentifier(Self.self), default: 0] -= 1 }
    override func contentShown() {
      super.contentShown()
      start()
    }
    func start() {}
    func pause() async {
      do { try await phone.sleep(milliseconds: 30_000) } catch { Self.errors += 1 }
    }
  }
  final class Cancellable: Waiting, @unchecked Sendable {
    override func start() { Task { while !Task.isCancelled { await pause() } } }
  }
  final class Released: Waiting, @unchecked Sendable {
    override func start() {
      Task { [weak self] in
        while self != nil { try? await Task.sleep(for: .seconds(30)) }
      }
    }
  }
  final class Stubborn: Waiting, @unchecked Sendable {
    override func start() { Task { while true { await pause() } } }
  }
  final class Reloading: Waiting, @unchecked Sendable {
    override func start() {
      Task {
        while !Task.isCancelled {
          _ = try? await phone.load()
          await pause()
        }
      }
    }
  }

  private func living<Manager: Waiting>(
    _ make: @escaping (SimulatedPhone) -> Manager
  ) throws -> Int? {
    var test = AdManagerTest(InterstitialAds.app, make: make)
    test.onlyRules = ["daily-cap"]
    try test.check(sessions: 100)
    return Waiting.living[ObjectIdentifier(Manager.self)]
  }

  @Test func `a task that waits after the end of its process is cancelled, and frees its manager`()
    throws
  {
    #expect(try living { Cancellable($0) } == 0)
    #expect(try living { Released($0) } == 0)
    #expect(try living { Reloading($0) } == 0)
  }

  @Test func `each wait after the end of the process throws, until the task is forgotten`() throws {
    let before = Waiting.errors
    let forgotten = try #require(try living { Stubborn($0) })
    #expect(forgotten > 50 && Waiting.errors - before >= 100 * forgotten)
  }

  @Test(arguments: [
    (1_999_997_000, 2_000_004_000, 2_000), (1_499_990_000, 1_500_001_000, 1_500),
    (2_136_999_000, 2_137_002_000, 2_137), (1_700_000_000, 2_000_001_000, 2_000),
    (500_000_000, 500_000_000, 500), (1_500, 1_500, 1), (-20, 10, 0), (-20, -10, 0),
    (64_000_000_000, 64_000_000_000, 64_000),
  ])
  func `a duration is the roundest one that is possible`(
    least: Int64, most: Int64, milliseconds: Int64
  ) {
    #expect(SleepDuration.milliseconds(atLeast: least, atMost: most) == milliseconds)
  }
}
