import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// Managers that load and wait in tasks.
@Suite struct TaskTests {
  /// A manager as in the newest samples of the SDK: asynchronous and on the main actor.
  @MainActor class MainActorAds: @MainActor TestedAdManager {
    let phone: SimulatedPhone
    private var ad: SimulatedFullScreenAd?
    private var isLoading = false, isShowing = false, isAllowed = false, isStarted = false
    private var actions = 2

    init(_ phone: SimulatedPhone) { self.phone = phone }

    func consentChanged(canRequestAds: Bool) {
      isAllowed = canRequestAds
      Task { await loadAd() }
    }
    func sdkStarted() {
      isStarted = true
      Task { await loadAd() }
    }
    func loadAd() async {
      guard isAllowed, isStarted, !isLoading, ad == nil else { return }
      isLoading = true
      do {
        let new = try await phone.load()
        new.delegate = self
        new.setPaidHandler()
        ad = new
      } catch is LoadFailure {
        guard (try? await phone.sleep(milliseconds: 64_000)) != nil else { return }
      } catch { return }
      isLoading = false
      if ad == nil && isAllowed { await loadAd() }
    }
    func userActed() { actions += 1 }
    func wantsToShow(_ placement: AdPlacement) {
      guard !isShowing, actions >= 2, let ad else { return }
      (isShowing, actions) = (true, 0)
      self.ad = nil
      ad.present(.transition)
    }
    func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
      isShowing = false
      Task { await loadAd() }
    }
    func adDismissed(_ ad: SimulatedFullScreenAd) {
      isShowing = false
      Task { await loadAd() }
    }
  }

  /// A manager that uses all idioms of code on the main actor, most of which check the executor.
  ///
  /// The closures of `filter` and its like are isolated to the main actor, and the library that
  /// calls them is not: the compiler lets them check their executor.
  @MainActor final class IdiomaticAds: MainActorAds, CustomStringConvertible {
    nonisolated(unsafe) static var ended = 0
    private var misses: [Int] = []
    private var names: Set<String> = []
    private var limit = 3

    override func userActed() {
      super.userActed()
      MainActor.preconditionIsolated()
      MainActor.assertIsolated()
      misses.append(limit)
      misses.append(misses.map { $0 + limit }.reduce(0) { max($0, $1 % limit) })
      misses.sort { $0 * limit > $1 * limit }
      misses.removeAll { $0 < limit - 2 }
      misses = misses.filter { $0 >= limit - 2 }
      misses.forEach { names.insert("\($0 + limit)") }
      if misses.contains(where: { $0 > limit }) || misses.count(where: { $0 > limit }) > limit {
        limit += 1
      }
      let least = misses.min { $0 % limit < $1 % limit } ?? misses.first { $0 == limit }
      _ = names.lazy.compactMap { Int($0) }.first { $0 == least }
      Task { @MainActor in
        MainActor.preconditionIsolated()
        await Task.yield()
        names = names.filter { $0.count < limit }
        Self.ended += 1
      }
    }
    nonisolated var description: String { MainActor.assumeIsolated { "\(limit) misses" } }
    override func adDismissed(_ ad: SimulatedFullScreenAd) {
      super.adDismissed(ad)
      MainActor.assumeIsolated { misses = [] }
      if description.isEmpty { limit = 0 }
    }
  }

  private actor Storage {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }

  /// A manager whose tasks run on no actor, and use one.
  final class DetachedAds: InterstitialAds, @unchecked Sendable {
    private let storage = Storage()
    nonisolated(unsafe) static var numbers: [Int] = []
    override func contentShown() {
      super.contentShown()
      Task {
        let number = await storage.next()
        async let other = storage.next()
        Self.numbers.append(number + (await other))
        phone.after(milliseconds: 1) {}
      }
    }
  }

  @MainActor @Test func `a manager on the main actor loads in tasks`() throws {
    var test = AdManagerTest(.interstitial()) { MainActorAds($0) }
    test.faultPacks = []
    test.onlyRules = ["one-full-screen-at-a-time", "reload-after-dismiss"]
    let report = try test.check(sessions: 150)
    #expect(report.activated.count == 2)
    #expect(report.activated.allSatisfy { $0.sessions > 50 }, "\(report)")
  }

  @MainActor @Test func `a manager on the main actor passes closures to the standard library`()
    throws
  {
    var test = AdManagerTest(.interstitial()) { IdiomaticAds($0) }
    test.onlyRules = ["one-full-screen-at-a-time", "reload-after-dismiss"]
    test.faultPacks = []
    try test.check(sessions: 150)
    #expect(IdiomaticAds.ended > 100)
  }

  @MainActor @Test func `a failure of an asynchronous manager is found and repeated exactly`()
    throws
  {
    var test = AdManagerTest(.interstitial()) { MainActorAds($0) }
    test.shrinkingRecords = 20_000
    let one = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) })
    let other = #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) }
    #expect(one.description == other?.description && !one.isFlaky)
    let replay = try #require(one.replay)
    let again = #expect(throws: AdTestFailure.self) { try test.check(replay: replay) }
    #expect(again?.rule == one.rule && again?.timeline == one.timeline)
  }

  @Test func `tasks run on the thread of the phone, also across actors`() throws {
    try AdManagerTest(InterstitialAds.app) { DetachedAds($0) }.check(sessions: 200)
    #expect(DetachedAds.numbers.count > 100 && Set(DetachedAds.numbers) == [3])
  }

  @Test func `a task that never ends its turn fails after the timeout`() {
    final class Yielding: InterstitialAds {
      override func contentShown() {
        super.contentShown()
        Task { while true { await Task.yield() } }
      }
    }
    var test = AdManagerTest(InterstitialAds.app) { Yielding($0) }
    test.callTimeoutSeconds = 0.3
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 20) }
    #expect(failure?.sentence == "the manager did not return from 'a task'")
  }

  @MainActor @Test func `all managers are freed, also those whose tasks still wait`() throws {
    final class Counted: MainActorAds {
      nonisolated(unsafe) static var living = 0, made = 0
      override init(_ phone: SimulatedPhone) {
        super.init(phone)
        Self.living += 1
        Self.made += 1
      }
      deinit { Self.living -= 1 }
    }
    var test = AdManagerTest(.interstitial()) { Counted($0) }
    test.onlyRules = ["daily-cap"]
    try test.check(sessions: 150)
    #expect(Counted.made > 100 && Counted.living == 0)
  }

  @Test func `a manager that its own completion handlers hold is freed`() throws {
    final class Holding: TestedAdManager {
      nonisolated(unsafe) static var living = 0
      let phone: SimulatedPhone
      var ad: SimulatedFullScreenAd?
      init(_ phone: SimulatedPhone) {
        self.phone = phone
        Self.living += 1
      }
      deinit { Self.living -= 1 }
      func sdkStarted() {
        phone.load { [self] in ad = try? $0.get() }
        phone.after(milliseconds: 1_000_000_000) { [self] in ad = nil }
      }
    }
    var test = AdManagerTest(.interstitial()) { Holding($0) }
    test.onlyRules = ["daily-cap"]
    try test.check(sessions: 150)
    #expect(Holding.living == 0)
  }
}
