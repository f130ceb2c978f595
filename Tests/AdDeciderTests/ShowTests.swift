import AdDecider
import AdSession
import Testing

/// Decisions to show or skip, at the limits of the policy.
@Suite struct ShowTests {
  @Test(
    arguments: [(14_399_999, Word.ready), (14_400_000, .expired), (14_400_001, .expired)]
      as [(Int64, Word)])
  func `an app-open ad is shown if it is less than four hours old`(age: Int64, reason: Word) {
    let driver = Driver.started([(Driver.appOpen, .appOpen)])
    driver.load(1, "a-1")
    driver.comeBack(after: age)
    #expect(driver.lastReason == reason)
    let discarded = driver.decisions.contains(.discard(driver.symbol("a-1"), .expired))
    #expect(discarded == (reason == .expired))
    #expect(driver.requestEvents.count == (reason == .expired ? 2 : 1))
  }

  @Test(arguments: [Word.interstitial, .rewarded, .rewardedInterstitial])
  func `a full-screen ad of another format is shown if it is less than one hour old`(format: Word) {
    for (age, reason) in [(3_599_999, Word.ready), (3_600_000, .expired)] as [(Int64, Word)] {
      let driver = Driver.started([(Driver.rewarded, format)])
      driver.load(1, "a-1")
      driver.now.t += age
      driver.offer(.opportunity(driver.placement(Driver.rewarded, format), trigger: .user))
      #expect(driver.lastReason == reason)
    }
  }

  @Test func `an ad that expires early is discarded and requested again`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.ad(.adExpired, "a-1")
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .expired)))
    #expect(driver.requestEvents.map(\.reason) == [.launch, .expired])
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    #expect(driver.lastReason == .expired)
  }

  @Test(arguments: [(10_000, Word.interval), (10_001, .ready)] as [(Int64, Word)])
  func `a return after ten seconds or less is skipped with interval`(
    absence: Int64, reason: Word
  ) {
    let driver = Driver.started([(Driver.appOpen, .appOpen)])
    driver.load(1, "a-1")
    driver.comeBack(after: absence)
    #expect(driver.lastReason == reason)
  }

  @Test(arguments: [-1, 20.5] as [Double])
  func `an invalid daily cap in the policy is none, and no decision counts the shows left`(
    cap: Double
  ) {
    let driver = Driver.started(
      [(Driver.appOpen, .appOpen)], policy: [PolicySetting(.dailyCap, cap)])
    driver.load(1, "a-1")
    driver.comeBack(after: 60_000)
    #expect(driver.lastReason == .ready)
    #expect(driver.lastDecision?.remaining == nil)
  }

  @Test func `without limits of the app every real return is used, from the first launch on`() {
    let driver = Driver.started([(Driver.appOpen, .appOpen)], launches: 1, limits: [])
    for number in 1...21 {
      driver.load(number, "a-\(number)")
      driver.wait(11_000)
      driver.comeBack(after: 1)
      #expect(driver.lastReason == .ready, "show \(number)")
      #expect(driver.lastDecision?.remaining == nil)
      driver.showAndDismiss("a-\(number)")
    }
    #expect(driver.requestEvents.count == 22)
  }

  @Test func `without a minimum gap the next interstitial may come at once`() {
    for (limits, reason) in [(Driver.limits, Word.interval), ([], .ready)] {
      let driver = Driver.started([(Driver.interstitial, .interstitial)], limits: limits)
      let placement = driver.placement(Driver.interstitial, .interstitial)
      driver.load(1, "a-1")
      driver.offer(.opportunity(placement, trigger: .user))
      driver.showAndDismiss("a-1")
      driver.load(2, "a-2")
      for _ in 0..<2 { driver.record(.userActed) }
      driver.offer(.opportunity(placement, trigger: .user))
      #expect(driver.lastReason == reason)
    }
  }

  @Test func `an app-open ad in the first launches is skipped as first_launches`() {
    for (launches, reason) in [(2, Word.firstLaunches), (3, .ready)] as [(Int64, Word)] {
      let driver = Driver.started([(Driver.appOpen, .appOpen)], launches: launches)
      driver.load(1, "a-1")
      driver.comeBack(after: 60_000)
      #expect(driver.lastReason == reason)
    }
  }

  @Test(arguments: [(2_000, Word.suppressed), (2_001, .ready)] as [(Int64, Word)])
  func `a return within the tail of a suppression is skipped as suppressed`(
    tail: Int64, reason: Word
  ) {
    let driver = Driver.started([(Driver.appOpen, .appOpen)])
    driver.load(1, "a-1")
    driver.record(.suppressionBegan) { $0.why = .picker }
    driver.leave()
    driver.wait(60_000)
    driver.record(.suppressionEnded) { $0.why = .picker }
    driver.now.t += tail
    driver.record(.appEnteringForeground)
    driver.record(.appBecameActive)
    #expect(driver.lastReason == reason)
  }

  @Test(arguments: [(10_000, Word.interval), (10_001, .ready)] as [(Int64, Word)])
  func `a second ad within ten seconds of a dismissal is skipped with interval`(
    pause: Int64, reason: Word
  ) {
    let driver = twoRewarded()
    driver.wait(pause)
    driver.offer(.opportunity(driver.placement("other", .rewarded), trigger: .user))
    #expect(driver.lastReason == reason)
  }

  @Test func `a user action after a dismissal allows the next ad`() {
    let driver = twoRewarded()
    driver.record(.userActed)
    driver.offer(.opportunity(driver.placement("other", .rewarded), trigger: .user))
    #expect(driver.lastReason == .ready)
  }

  private func twoRewarded() -> Driver {
    let driver = Driver.started([(Driver.rewarded, .rewarded), ("other", .rewarded)])
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    driver.showAndDismiss("a-1")
    return driver
  }

  @Test(arguments: [(5_000, Word.showing), (5_001, .ready)] as [(Int64, Word)])
  func `a call of present without an outcome blocks other ads for five seconds`(
    pause: Int64, reason: Word
  ) {
    let driver = Driver.started([(Driver.rewarded, .rewarded), ("other", .rewarded)])
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    driver.wait(pause)
    driver.offer(.opportunity(driver.placement("other", .rewarded), trigger: .user))
    #expect(driver.lastReason == reason)
  }

  @Test func `a show is skipped while another ad is shown, without consent and in the background`()
  {
    let driver = Driver.started([(Driver.rewarded, .rewarded), ("other", .rewarded)])
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    let other = Occasion.opportunity(driver.placement("other", .rewarded), trigger: .user)
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    driver.ad(.adWillPresent, "a-1")
    driver.wait(599_000)
    driver.offer(other)
    #expect(driver.lastReason == .showing)
    driver.ad(.adDismissed, "a-1")
    driver.record(.userActed)
    driver.record(.consentUpdated) { $0.canRequestAds = false }
    driver.offer(other)
    #expect(driver.lastReason == .noConsent)
    driver.leave()
    driver.offer(other)
    #expect(driver.lastReason == .suppressed)
  }

  @Test(arguments: [(60_000, Word.interval), (60_001, .ready)] as [(Int64, Word)])
  func `after two present failures with the same code the third show is skipped with interval`(
    pause: Int64, reason: Word
  ) {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    for number in 1...2 {
      driver.load(number, "a-\(number)")
      driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
      driver.ad(.adFailedToPresent, "a-\(number)", code: 17)
    }
    #expect(driver.requestEvents.map(\.reason) == [.launch, .failedToPresent, .failedToPresent])
    driver.load(3, "a-3")
    driver.wait(pause)
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    #expect(driver.lastReason == reason)
  }

  @Test func `an ad that is delivered again is not shown again`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.load(1, "a-1")
    let opportunity = Occasion.opportunity(
      driver.placement(Driver.rewarded, .rewarded), trigger: .user)
    driver.offer(opportunity)
    driver.ad(.adFailedToPresent, "a-1", code: 15)
    driver.load(1, "a-1")
    driver.offer(opportunity)
    #expect(driver.lastReason == .notReady)
    let shows = driver.trace.events.count { $0.kind == .adPresentRequested }
    #expect(shows == 1)
  }
}
