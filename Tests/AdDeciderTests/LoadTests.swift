import AdDecider
import AdSession
import Testing

/// Decisions to request an ad.
@Suite struct LoadTests {
  @Test func `no ad is requested before consent and SDK start`() {
    let driver = Driver()
    driver.decider.open(driver.placement(Driver.rewarded, .rewarded))
    driver.record(.appLaunched) { $0.cold = true }
    driver.record(.appBecameActive)
    driver.record(.consentUpdated) { $0.canRequestAds = false }
    driver.record(.sdkStarted)
    #expect(driver.requestEvents.isEmpty)
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    #expect(driver.requestEvents.map(\.reason) == [.launch])
  }

  @Test func `the pause after each failed load doubles up to retry_max_s`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    for (number, pause) in [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 64_000].enumerated() {
      driver.fail(number + 1)
      #expect(driver.decider.deadline == driver.now.t + Int64(pause))
      driver.wait(Int64(pause) - 1)
      #expect(driver.requestEvents.count == number + 1)
      driver.wait(1)
      #expect(driver.requestEvents.count == number + 2)
    }
  }

  @Test func `a load failure reported twice pauses like two failures`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.fail(1)
    driver.fail(1)
    driver.wait(3_999)
    #expect(driver.requestEvents.count == 1)
    driver.wait(1)
    #expect(driver.requestEvents.count == 2)
  }

  @Test func `a load without an outcome blocks the next request for a minute of foreground time`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.leave()
    driver.wait(500_000)
    driver.record(.appEnteringForeground)
    driver.record(.appBecameActive)
    driver.wait(60_000)
    #expect(driver.requestEvents.count == 1)
    driver.wait(1)
    #expect(driver.requestEvents.map(\.reason) == [.launch, .retry])
  }

  @Test func `after a configuration error the next request waits for a changed configuration`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.fail(1, code: 10)
    driver.wait(10_000_000)
    #expect(driver.requestEvents.count == 1)
    driver.record(.configChanged)
    #expect(driver.requestEvents.count == 2)
  }

  @Test func `the next ad is requested when the shown one is dismissed`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.wait(3_000_000)
    #expect(driver.requestEvents.count == 1)
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    driver.ad(.adWillPresent, "a-1")
    driver.wait(10_000)
    #expect(driver.requestEvents.count == 1)
    driver.ad(.adDismissed, "a-1")
    #expect(driver.requestEvents.map(\.reason) == [.launch, .dismissed])
  }

  @Test func `an opportunity without a ready ad leads to a request at once`() {
    let driver = Driver.started([])
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    #expect(driver.lastReason == .notReady)
    #expect(driver.requestEvents.map(\.reason) == [.notReady])
  }

  @Test func `an ad that loaded late is discarded for the request that must follow a failed load`()
  {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.wait(60_001)
    driver.load(1, "a-1")
    driver.fail(2)
    driver.wait(598_999)
    #expect(driver.requestEvents.count == 2)
    driver.wait(1)
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .replaced)))
    #expect(driver.requestEvents.count == 3)
  }

  @Test func `after a memory warning a placement keeps one ad`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.wait(60_001)
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.record(.appMemoryWarning)
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .memory)))
    #expect(!driver.decisions.contains(.discard(driver.symbol("a-2"), .memory)))
  }

  @Test func `no ad is requested in the background or while the app terminates`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.fail(1)
    driver.leave()
    driver.wait(100_000)
    #expect(driver.requestEvents.count == 1)
    #expect(driver.decider.deadline == nil)
    driver.record(.appTerminating)
    driver.record(.appEnteringForeground)
    #expect(driver.requestEvents.count == 1)
  }
}
