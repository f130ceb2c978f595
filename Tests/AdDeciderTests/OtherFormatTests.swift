import AdDecider
import AdSession
import Testing

/// Decisions about interstitials, rewards, scenes, banners and native ads.
@Suite struct OtherFormatTests {
  private func afterFirst(actions: Int, pause: Int64) -> Driver {
    let driver = Driver.started([(Driver.interstitial, .interstitial)])
    let opportunity = Occasion.opportunity(
      driver.placement(Driver.interstitial, .interstitial), trigger: .transition)
    driver.load(1, "a-1")
    driver.offer(opportunity)
    driver.showAndDismiss("a-1")
    driver.load(2, "a-2")
    for _ in 0..<actions { driver.record(.userActed) }
    driver.wait(pause)
    driver.offer(opportunity)
    return driver
  }

  @Test(
    arguments: [(1, 30_000, Word.interval), (2, 29_999, .interval), (2, 30_000, .ready)]
      as [(Int, Int64, Word)])
  func `an interstitial waits for the minimum gap and the minimum user actions after the last one`(
    actions: Int, pause: Int64, reason: Word
  ) {
    #expect(afterFirst(actions: actions, pause: pause).lastReason == reason)
  }

  @Test func `an interstitial before the content is shown is skipped as suppressed`() {
    let driver = Driver()
    driver.decider.open(driver.placement(Driver.interstitial, .interstitial))
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    driver.record(.sdkStarted)
    driver.record(.appLaunched) { $0.cold = true }
    driver.load(1, "a-1")
    let opportunity = Occasion.opportunity(
      driver.placement(Driver.interstitial, .interstitial), trigger: .transition)
    driver.offer(opportunity)
    #expect(driver.lastReason == .suppressed)
    driver.record(.contentShown)
    driver.offer(opportunity)
    #expect(driver.lastReason == .ready)
  }

  @Test func `a reward that is earned twice is granted once`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.offer(.opportunity(driver.placement(Driver.rewarded, .rewarded), trigger: .user))
    driver.showAndDismiss("a-1")
    for _ in 0..<2 { driver.ad(.adRewardEarned, "a-1") }
    let grants = driver.decisions.filter { if case .grant = $0 { true } else { false } }
    #expect(grants == [.grant(driver.symbol("a-1"), type: .absent, amount: nil)])
  }

  @Test
  func `after a resize the fit of the held ad is checked, and an ad that does not fit is replaced`()
  {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    driver.decider.open(driver.placement(Driver.rewarded, .rewarded, scene: "s"))
    driver.ask()
    driver.load(1, "a-1")
    driver.size(.sceneResized, "s", width: 400)
    #expect(driver.decisions.contains(.checkFit(driver.symbol("a-1"), scene: driver.symbol("s"))))
    driver.record(.adFitChecked) {
      $0.ad = driver.symbol("a-1")
      $0.unit = driver.symbol(Driver.rewarded)
      $0.scene = driver.symbol("s")
      $0.fits = false
    }
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .resized)))
    #expect(driver.requestEvents.map(\.reason) == [.launch, .resized])
  }

  @Test func `a disconnected scene discards its ads and shows none`() {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    let placement = driver.placement(Driver.rewarded, .rewarded, scene: "s")
    driver.decider.open(placement)
    driver.ask()
    driver.load(1, "a-1")
    driver.record(.sceneDisconnected) { $0.scene = driver.symbol("s") }
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .sceneClosed)))
    driver.offer(.opportunity(placement, trigger: .user))
    #expect(driver.lastReason == .doesNotFit)
    #expect(driver.requestEvents.count == 1)
  }

  private func withBanner() -> Driver {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    driver.offer(.viewAppeared(driver.placement(Driver.banner, .banner, scene: "s")))
    driver.load(1, "b-1")
    driver.ad(.viewAppeared, "b-1")
    return driver
  }

  @Test func `a banner is requested with the new width once per resize`() {
    let driver = withBanner()
    #expect(driver.requestEvents.map(\.reason) == [.viewDidAppear])
    driver.size(.sceneResized, "s", width: 400)
    driver.wait(1_000)
    #expect(driver.requestEvents.map(\.reason) == [.viewDidAppear, .resized])
    driver.load(2, "b-2")
    #expect(driver.decisions.contains(.discard(driver.symbol("b-1"), .replaced)))
    driver.wait(1_000)
    #expect(driver.requestEvents.count == 2)
  }

  @Test func `a hidden banner is not requested until it appears again`() {
    let driver = withBanner()
    driver.ad(.viewHidden, "b-1")
    driver.size(.sceneResized, "s", width: 400)
    driver.wait(600_000)
    #expect(driver.requestEvents.count == 1)
    driver.ad(.viewAppeared, "b-1")
    #expect(driver.requestEvents.map(\.reason) == [.viewDidAppear, .resized])
  }

  @Test(arguments: [true, false])
  func `a banner is requested again after a full-screen ad, or when its dismissal is overdue`(
    isDismissed: Bool
  ) {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    driver.decider.open(driver.placement(Driver.rewarded, .rewarded, scene: "s"))
    driver.ask()
    driver.load(1, "a-1")
    driver.offer(.viewAppeared(driver.placement(Driver.banner, .banner, scene: "s")))
    driver.ad(.adWillPresent, "a-1")
    driver.fail(2)
    driver.wait(20_000)
    func banners() -> [Word] {
      driver.requestEvents.filter { $0.format == .banner }.map(\.reason)
    }
    #expect(banners() == [.viewDidAppear])
    if isDismissed {
      driver.ad(.adDismissed, "a-1")
    } else {
      driver.wait(Policy.defaults.milliseconds(.dismissTimeoutSeconds)! - 20_000)
      #expect(banners() == [.viewDidAppear])
      #expect(driver.decider.deadline == driver.now.t + 1)
      driver.wait(1)
    }
    #expect(banners() == [.viewDidAppear, .retry])
  }

  @Test func `a native ad is put into its view only while its impression can be in time`() {
    for (age, isShown) in [(3_594_999, true), (3_595_000, false)] as [(Int64, Bool)] {
      let driver = Driver.started([])
      let placement = driver.placement(Driver.native, .native)
      driver.offer(.opportunity(placement, trigger: .user))
      driver.leave()
      driver.load(1, "n-1")
      driver.load(1, "n-2")
      driver.record(.nativeUntracked) {
        $0.ad = driver.symbol("n-1")
        $0.unit = driver.symbol(Driver.native)
      }
      driver.now.t += age
      driver.record(.appEnteringForeground)
      driver.offer(.opportunity(placement, trigger: .user))
      #expect(driver.decisions.contains(.fillView(driver.symbol("n-2"))) == isShown)
      #expect(driver.decisions.contains(.discard(driver.symbol("n-2"), .expired)) == !isShown)
    }
  }
}
