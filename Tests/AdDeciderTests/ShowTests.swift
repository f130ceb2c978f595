import AdDecider
import AdSession
import Testing

/// What speaks for and against a show, at the limits of the policy.
@Suite struct ShowTests {
  @Test(
    arguments: [(14_399_999, Word.ready), (14_400_000, .expired), (14_400_001, .expired)]
      as [(Int64, Word)])
  func `an app-open ad is shown until it is four hours old`(age: Int64, reason: Word) {
    let driver = Driver.started([(Driver.appOpen, .appOpen)])
    driver.load(1, "a-1")
    driver.comeBack(after: age)
    #expect(driver.lastReason == reason)
    let discarded = driver.decisions.contains(.discard(driver.symbol("a-1"), .expired))
    #expect(discarded == (reason == .expired))
    #expect(driver.requestEvents.count == (reason == .expired ? 2 : 1))
  }

  @Test(arguments: [Word.interstitial, .rewarded, .rewardedInterstitial])
  func `any other full-screen ad is shown until it is an hour old`(format: Word) {
    for (age, reason) in [(3_599_999, Word.ready), (3_600_000, .expired)] as [(Int64, Word)] {
      let driver = Driver.started([(Driver.rewarded, format)])
      driver.load(1, "a-1")
      driver.now.t += age
      driver.offer(.moment(driver.place(Driver.rewarded, format), trigger: .user))
      #expect(driver.lastReason == reason)
    }
  }

  @Test func `an ad that the network took back is given up and asked for anew`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.ad(.adExpired, "a-1")
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .expired)))
    #expect(driver.requestEvents.map(\.reason) == [.launch, .expired])
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    #expect(driver.lastReason == .expired)
  }

  @Test(arguments: [(10_000, Word.interval), (10_001, .ready)] as [(Int64, Word)])
  func `an absence of ten seconds is short, one millisecond more is not`(
    absence: Int64, reason: Word
  ) {
    let driver = Driver.started([(Driver.appOpen, .appOpen)])
    driver.load(1, "a-1")
    driver.comeBack(after: absence)
    #expect(driver.lastReason == reason)
  }

  @Test(arguments: [-1, 20.5] as [Double])
  func `a cap that can be none leaves the default`(cap: Double) {
    let driver = Driver.started(
      [(Driver.appOpen, .appOpen)], policy: [PolicySetting(.dailyCap, cap)])
    driver.load(1, "a-1")
    driver.comeBack(after: 60_000)
    #expect(driver.lastReason == .ready)
  }

  @Test func `a new user sees no app-open ad in the first launches`() {
    for (launches, reason) in [(2, Word.firstLaunches), (3, .ready)] as [(Int64, Word)] {
      let driver = Driver.started([(Driver.appOpen, .appOpen)], launches: launches)
      driver.load(1, "a-1")
      driver.comeBack(after: 60_000)
      #expect(driver.lastReason == reason)
    }
  }

  @Test(arguments: [(2_000, Word.suppressed), (2_001, .ready)] as [(Int64, Word)])
  func `a return from what the app opened shows nothing until its tail is over`(
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
  func `one ad does not lead straight into another`(pause: Int64, reason: Word) {
    let driver = twoRewarded()
    driver.wait(pause)
    driver.offer(.moment(driver.place("other", .rewarded), trigger: .user))
    #expect(driver.lastReason == reason)
  }

  @Test func `an action of the user ends the quiet after an ad`() {
    let driver = twoRewarded()
    driver.record(.userActed)
    driver.offer(.moment(driver.place("other", .rewarded), trigger: .user))
    #expect(driver.lastReason == .ready)
  }

  private func twoRewarded() -> Driver {
    let driver = Driver.started([(Driver.rewarded, .rewarded), ("other", .rewarded)])
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    driver.showAndDismiss("a-1")
    return driver
  }

  @Test(arguments: [(5_000, Word.showing), (5_001, .ready)] as [(Int64, Word)])
  func `a call of present without an answer counts for five seconds`(
    pause: Int64, reason: Word
  ) {
    let driver = Driver.started([(Driver.rewarded, .rewarded), ("other", .rewarded)])
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    driver.wait(pause)
    driver.offer(.moment(driver.place("other", .rewarded), trigger: .user))
    #expect(driver.lastReason == reason)
  }

  @Test func `nothing is shown while another ad is up, in the background, or without consent`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded), ("other", .rewarded)])
    driver.load(1, "a-1")
    driver.load(2, "a-2")
    let other = Occasion.moment(driver.place("other", .rewarded), trigger: .user)
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
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
  func `two failures of one code hold the third call back`(pause: Int64, reason: Word) {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    for number in 1...2 {
      driver.load(number, "a-\(number)")
      driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
      driver.ad(.adFailedToPresent, "a-\(number)", code: 17)
    }
    #expect(driver.requestEvents.map(\.reason) == [.launch, .failedToPresent, .failedToPresent])
    driver.load(3, "a-3")
    driver.wait(pause)
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    #expect(driver.lastReason == reason)
  }

  @Test func `an ad that comes up twice or is told of late is shown once`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.load(1, "a-1")
    let moment = Occasion.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user)
    driver.offer(moment)
    driver.ad(.adFailedToPresent, "a-1", code: 15)
    driver.load(1, "a-1")
    driver.offer(moment)
    #expect(driver.lastReason == .notReady)
    let shows = driver.trace.events.count { $0.kind == .adPresentRequested }
    #expect(shows == 1)
  }
}
