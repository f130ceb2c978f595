import AdDecider
import AdSession
import Testing

/// Decisions that depend on the user, the phone and the preloaders of the SDK.
@Suite struct SurroundingsTests {
  private static func rewarded(_ driver: Driver) -> Placement {
    driver.placement(Driver.rewarded, .rewarded)
  }

  private static func offer(_ driver: Driver) {
    driver.offer(.opportunity(rewarded(driver), trigger: .user))
  }

  @Test func `a user who pays loses all held ads, and no ad is requested or shown`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded), (Driver.banner, .banner)])
    driver.offer(.viewAppeared(driver.placement(Driver.banner, .banner)))
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.record(.entitlementChanged) { $0.adFree = true }
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .other)))
    #expect(driver.decisions.contains(.discard(driver.symbol("a-2"), .other)))
    Self.offer(driver)
    driver.wait(100_000)
    #expect(driver.lastReason == .suppressed)
    #expect(driver.requestEvents.count == 2)
    #expect(
      driver.decider.blocker(to: .retry, for: Self.rewarded(driver), at: driver.now) == .adFree)
    driver.record(.entitlementChanged) { $0.adFree = false }
    #expect(driver.requestEvents.count == 4)
  }

  @Test(arguments: [EventKind.trackingAnswered, .userActed])
  func `no ad is shown until the tracking prompt is answered`(end: EventKind) {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.record(.trackingPromptShown)
    Self.offer(driver)
    #expect(driver.lastReason == .suppressed)
    driver.record(end)
    Self.offer(driver)
    #expect(driver.lastReason == .ready)
  }

  @Test func `a unit that a preloader keeps is not requested until the preloader stops`() {
    let driver = Driver()
    driver.decider.leaveToPreloader(driver.symbol(Driver.rewarded))
    driver.decider.open(Self.rewarded(driver))
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    driver.record(.sdkStarted)
    driver.record(.preloadStarted) { $0.unit = driver.symbol(Driver.rewarded) }
    #expect(driver.requestEvents.isEmpty)
    let placement = Self.rewarded(driver)
    #expect(driver.decider.blocker(to: .retry, for: placement, at: driver.now) == .preloader)
    #expect(driver.decider.blocker(to: .preload, for: placement, at: driver.now) == nil)
    driver.record(.preloadStopped) { $0.unit = driver.symbol(Driver.rewarded) }
    #expect(driver.requestEvents.map(\.reason) == [.launch])
  }

  @Test func `without a connection a slot is requested five times at most`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.record(.connectivityChanged) { $0.connected = false }
    for number in 1...6 {
      driver.fail(number, code: 2)
      driver.wait(64_000)
    }
    #expect(driver.requestEvents.count == 6)
    let placement = Self.rewarded(driver)
    #expect(driver.decider.blocker(to: .retry, for: placement, at: driver.now) == .offline)
    #expect(driver.decider.blocker(to: .user, for: placement, at: driver.now) == nil)
    driver.record(.connectivityChanged) { $0.connected = true }
    #expect(driver.requestEvents.count == 7)
  }

  @Test(arguments: [(1_000, Word.interval), (1_001, .ready)] as [(Int64, Word)])
  func `an ad of an abandoned request is not shown for a second`(age: Int64, reason: Word) {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.record(.adRequestAbandoned) {
      $0.unit = driver.symbol(Driver.rewarded)
      $0.format = .rewarded
      $0.request = driver.symbol("r-1")
    }
    driver.load(1, "a-1")
    driver.wait(age)
    Self.offer(driver)
    #expect(driver.lastReason == reason)
  }
}
