import AdDecider
import AdSession
import Testing

/// The loading screen at a cold launch: its ad, its end.
@Suite struct SplashTests {
  private func launched() -> Driver {
    let driver = Driver()
    driver.decider.open(driver.place(Driver.appOpen, .appOpen))
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

  @Test func `the first ad comes over the loading screen, which closes with it`() {
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
  func `an ad that could come up after the loading screen is kept`(
    loadTime: Int64, reason: Word
  ) {
    let driver = launched()
    driver.wait(loadTime)
    driver.load(1, "a-1")
    #expect(driver.lastReason == reason)
  }

  @Test func `a loading screen without an ad ends in eight seconds`() {
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

  @Test func `a loading screen does not wait for an ad that cannot come`() {
    let driver = launched()
    driver.fail(1)
    driver.offer(.contentReady(scene: .absent))
    #expect(driver.lastReason == .notReady)
    #expect(isClosed(driver))
  }

  @Test func `a loading screen waits for an ad that is on its way`() {
    let driver = launched()
    driver.offer(.contentReady(scene: .absent))
    #expect(!isClosed(driver))
    driver.wait(2_751)
    #expect(driver.lastReason == .notReady)
    #expect(isClosed(driver))
  }

  @Test func `a loading screen under an ad that does not go away closes`() {
    let driver = launched()
    driver.load(1, "a-1")
    driver.ad(.adWillPresent, "a-1")
    driver.offer(.contentReady(scene: .absent))
    driver.wait(29_999)
    #expect(!isClosed(driver))
    driver.wait(1)
    #expect(isClosed(driver))
  }

  @Test func `no app-open ad once the content is up`() {
    let driver = launched()
    driver.fail(1)
    driver.offer(.contentReady(scene: .absent))
    driver.record(.contentShown)
    driver.wait(2_000)
    driver.load(2, "a-1")
    driver.offer(.moment(driver.place(Driver.appOpen, .appOpen), trigger: .active))
    #expect(driver.lastReason == .contentShown)
  }
}
