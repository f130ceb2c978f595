import AdDecider
import AdSession
import Testing

/// Interstitials, rewards, windows of the app, banners and native ads.
@Suite struct OtherFormatTests {
  private func afterFirst(actions: Int, pause: Int64) -> Driver {
    let driver = Driver.started([(Driver.interstitial, .interstitial)])
    let moment = Occasion.moment(
      driver.place(Driver.interstitial, .interstitial), trigger: .transition)
    driver.load(1, "a-1")
    driver.offer(moment)
    driver.showAndDismiss("a-1")
    driver.load(2, "a-2")
    for _ in 0..<actions { driver.record(.userActed) }
    driver.wait(pause)
    driver.offer(moment)
    return driver
  }

  @Test(
    arguments: [(1, 30_000, Word.interval), (2, 29_999, .interval), (2, 30_000, .ready)]
      as [(Int, Int64, Word)])
  func `interstitials keep their distance in actions and in time`(
    actions: Int, pause: Int64, reason: Word
  ) {
    #expect(afterFirst(actions: actions, pause: pause).lastReason == reason)
  }

  @Test func `no interstitial before the content is up`() {
    let driver = Driver()
    driver.decider.open(driver.place(Driver.interstitial, .interstitial))
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    driver.record(.sdkStarted)
    driver.record(.appLaunched) { $0.cold = true }
    driver.load(1, "a-1")
    let moment = Occasion.moment(
      driver.place(Driver.interstitial, .interstitial), trigger: .transition)
    driver.offer(moment)
    #expect(driver.lastReason == .suppressed)
    driver.record(.contentShown)
    driver.offer(moment)
    #expect(driver.lastReason == .ready)
  }

  @Test func `a reward is given once, before or after the dismissal`() {
    let driver = Driver.started([(Driver.rewarded, .rewarded)])
    driver.load(1, "a-1")
    driver.offer(.moment(driver.place(Driver.rewarded, .rewarded), trigger: .user))
    driver.showAndDismiss("a-1")
    for _ in 0..<2 { driver.ad(.adRewardEarned, "a-1") }
    let grants = driver.decisions.filter { if case .grant = $0 { true } else { false } }
    #expect(grants == [.grant(driver.symbol("a-1"), type: .absent, amount: nil)])
  }

  @Test func `after a resize the held ad is checked, and replaced when it does not fit`() {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    driver.decider.open(driver.place(Driver.rewarded, .rewarded, scene: "s"))
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

  @Test func `a closed scene gives up its ads and shows nothing`() {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    let place = driver.place(Driver.rewarded, .rewarded, scene: "s")
    driver.decider.open(place)
    driver.ask()
    driver.load(1, "a-1")
    driver.record(.sceneDisconnected) { $0.scene = driver.symbol("s") }
    #expect(driver.decisions.contains(.discard(driver.symbol("a-1"), .sceneClosed)))
    driver.offer(.moment(place, trigger: .user))
    #expect(driver.lastReason == .doesNotFit)
    #expect(driver.requestEvents.count == 1)
  }

  private func withBanner() -> Driver {
    let driver = Driver.started([])
    driver.size(.sceneConnected, "s", width: 800)
    driver.offer(.viewAppeared(driver.place(Driver.banner, .banner, scene: "s")))
    driver.load(1, "b-1")
    driver.ad(.viewAppeared, "b-1")
    return driver
  }

  @Test func `a banner follows the width of its window, once a resize`() {
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

  @Test func `a banner that nobody sees rests, and follows when it is seen again`() {
    let driver = withBanner()
    driver.ad(.viewHidden, "b-1")
    driver.size(.sceneResized, "s", width: 400)
    driver.wait(600_000)
    #expect(driver.requestEvents.count == 1)
    driver.ad(.viewAppeared, "b-1")
    #expect(driver.requestEvents.map(\.reason) == [.viewDidAppear, .resized])
  }

  @Test func `a native ad goes into its view while its impression can come in time`() {
    for (age, isShown) in [(3_594_999, true), (3_595_000, false)] as [(Int64, Bool)] {
      let driver = Driver.started([])
      let place = driver.place(Driver.native, .native)
      driver.offer(.moment(place, trigger: .user))
      driver.leave()
      driver.load(1, "n-1")
      driver.load(1, "n-2")
      driver.record(.nativeUntracked) {
        $0.ad = driver.symbol("n-1")
        $0.unit = driver.symbol(Driver.native)
      }
      driver.now.t += age
      driver.record(.appEnteringForeground)
      driver.offer(.moment(place, trigger: .user))
      #expect(driver.decisions.contains(.place(driver.symbol("n-2"))) == isShown)
      #expect(driver.decisions.contains(.discard(driver.symbol("n-2"), .expired)) == !isShown)
    }
  }
}
