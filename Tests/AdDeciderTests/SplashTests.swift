import AdDecider
import AdSession
import Testing

/// Decisions about the loading screen of a cold launch.
@Suite struct SplashTests {
  private func launched() -> Driver {
    let driver = Driver()
    driver.decider.open(driver.placement(Driver.appOpen, .appOpen))
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    driver.record(.sdkStarted)
    driver.record(.splashBegan)
    driver.record(.appLaunched) { $0.cold = true }
    driver.record(.appBecameActive)
    return driver
  }

  private func isClosed(_ driver: Driver) -> Bool {
    driver.trace.events.contains { $0.kind == .splashFinished }
  }

  @Test func `the first ad is shown over the loading screen, which closes with the dismissal`() {
    let driver = launched()
    driver.load(1, "a-1")
    #expect(driver.lastReason == .ready)
    #expect(driver.lastDecision?.trigger == .launch)
    driver.ad(.adWillPresent, "a-1")
    driver.offer(.contentReady(scene: .absent))
    driver.wait(20_000)
    #expect(!isClosed(driver))
    driver.ad(.adDismissed, "a-1")
    #expect(isClosed(driver))
  }

  @Test(arguments: [(2_750, Word.ready), (2_751, .notReady)] as [(Int64, Word)])
  func `an ad that loads too late for the loading screen is not shown`(
    loadTime: Int64, reason: Word
  ) {
    let driver = launched()
    driver.wait(loadTime)
    driver.load(1, "a-1")
    #expect(driver.lastReason == reason)
  }

  @Test func `a loading screen without an ad closes within eight seconds`() {
    let driver = launched()
    while !isClosed(driver), let deadline = driver.decider.deadline, driver.now.t < 9_000 {
      driver.wait(deadline - driver.now.t)
    }
    #expect(isClosed(driver))
    #expect((7_000...8_000).contains(driver.now.t))
  }

  @Test func `a consent form stops the clock of the loading screen`() {
    let driver = launched()
    driver.record(.consentFormShown)
    driver.wait(60_000)
    #expect(!isClosed(driver))
    driver.record(.consentFormClosed)
    driver.wait(7_749)
    #expect(!isClosed(driver))
    driver.wait(1)
    #expect(isClosed(driver))
  }

  @Test func `a loading screen closes without waiting after a failed load`() {
    let driver = launched()
    driver.fail(1)
    driver.offer(.contentReady(scene: .absent))
    #expect(driver.lastReason == .notReady)
    #expect(isClosed(driver))
  }

  @Test func `a loading screen waits for a load in flight as long as its ad can be in time`() {
    let driver = launched()
    driver.offer(.contentReady(scene: .absent))
    #expect(!isClosed(driver))
    driver.wait(2_751)
    #expect(driver.lastReason == .notReady)
    #expect(isClosed(driver))
  }

  @Test func `a loading screen closes under an ad that is shown for thirty seconds`() {
    let driver = launched()
    driver.load(1, "a-1")
    driver.ad(.adWillPresent, "a-1")
    driver.offer(.contentReady(scene: .absent))
    driver.wait(29_999)
    #expect(!isClosed(driver))
    driver.wait(1)
    #expect(isClosed(driver))
  }

  @Test func `an app-open ad after the content is shown is skipped as content_shown`() {
    let driver = launched()
    driver.fail(1)
    driver.offer(.contentReady(scene: .absent))
    driver.record(.contentShown)
    driver.wait(2_000)
    driver.load(2, "a-1")
    driver.offer(.opportunity(driver.placement(Driver.appOpen, .appOpen), trigger: .active))
    #expect(driver.lastReason == .contentShown)
  }
}
