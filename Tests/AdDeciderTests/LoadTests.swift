import AdDecider
import AdSession
import Testing

/// When a place is asked for, and when not.
@Suite struct LoadTests {
  @Test func `nothing is asked for before consent and the SDK's start`() {
    let driver = Driver()
    driver.decider.open(driver.place(Driver.rewarded, .rewarded))
    driver.record(.appLaunched) { $0.cold = true }
    driver.record(.appBecameActive)
    driver.record(.consentUpdated) { $0.canRequestAds = false }
    driver.record(.sdkStarted)
    #expect(driver.requestEvents.isEmpty)
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    #expect(driver.requestEvents.map(\.reason) == [.launch])
  }

  @Test func `the pauses after failed loads double up to the most`() {
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

  @Test func `a failure that is told twice pauses as two`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.fail(1)
    driver.fail(1)
    driver.wait(3_999)
    #expect(driver.requestEvents.count == 1)
    driver.wait(1)
    #expect(driver.requestEvents.count == 2)
  }

  @Test func `a load without an answer is in flight for a minute of use`() {
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

  @Test func `a configuration error waits for a new configuration`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.fail(1, code: 7)
    driver.wait(10_000_000)
    #expect(driver.requestEvents.count == 1)
    driver.record(.configChanged)
    #expect(driver.requestEvents.count == 2)
  }

  @Test func `a fresh ad is kept, and the next one asked for when it is gone`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.wait(3_000_000)
    #expect(driver.requestEvents.count == 1)
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    driver.ad(.adWillPresent, "a-1")
    driver.wait(10_000)
    #expect(driver.requestEvents.count == 1)
    driver.ad(.adDismissed, "a-1")
    #expect(driver.requestEvents.map(\.reason) == [.launch, .dismissed])
  }

  @Test func `a moment without an ad asks for one at once`() {
    let driver = Driver.started([])
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    #expect(driver.lastReason == .notReady)
    #expect(driver.requestEvents.map(\.reason) == [.notReady])
  }

  @Test func `a late answer beside a failed load makes room before the slot is silent`() {
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

  @Test func `when memory is short a place keeps one ad`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.wait(60_001)
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.record(.appMemoryWarning)
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .memory)))
    #expect(!driver.decisions.contains(.discard(driver.symbol("a-2"), .memory)))
  }

  @Test func `nothing is asked for while the app ends or waits in the background`() {
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
