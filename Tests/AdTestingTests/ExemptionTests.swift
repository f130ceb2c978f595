import AdSimulator
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// A fault exempts only what it causes: a manager with the same fault of its own still fails.
@Suite struct ExemptionTests {
  /// The rule that a manager breaks with one fault; nil if it keeps all.
  private func rule<Manager: TestedAdManager>(
    _ fault: Fault, _ app: TestedApp, sessions: Int = 2_000, only: Set<String>? = nil,
    _ make: @escaping (SimulatedPhone) -> Manager
  ) -> String? {
    var test = AdManagerTest(app, make: make)
    test.onlyRules = only
    test.shrinkingRecords = 5_000
    test.faultPacks = [
      FaultPack(name: "one", faults: FaultSet([fault, .shortAbsences, .longAbsences]))
    ]
    do { try test.check(sessions: sessions) } catch { return error.rule }
    return nil
  }

  /// A correct manager needs fewer sessions here: `ManagerTable` tests it in many more.
  private static let fewSessions = 100

  final class Frequent: InterstitialAds {
    override func userActed() { actions += 2 }
  }
  final class Hasty: InterstitialAds {
    override var isTooSoon: Bool { dismissedAt.map { now - $0 < 11_000 } ?? false }
  }
  final class Double: AdSlot {
    override func take() -> SimulatedFullScreenAd? { freshAd }
  }
  final class Uncapped: AppOpenAds {
    override var isUnderCap: Bool { true }
  }
  final class Late: AppOpenAds {
    override func contentShown() {
      super.contentShown()
      if !isShownOnSplash, let placement = phone.placements.first {
        _ = present(placement, .launch)
      }
    }
  }
  final class Generous: RewardedAds {
    override func adDismissed(_ ad: SimulatedFullScreenAd) {
      super.adDismissed(ad)
      if granted.contains(ad.name) { ad.grantReward() }
    }
  }
  final class Silent: RewardedAds {
    override func adEarnedReward(_ ad: SimulatedFullScreenAd) {}
  }
  final class Forgetful: AdSlot {
    override func retry(after failure: LoadFailure) { isMisconfigured = true }
  }

  @Test(arguments: [Fault.latePresent, .doubledPresent])
  func `interstitials without user actions fail under a fault of their show`(fault: Fault) {
    #expect(
      rule(fault, InterstitialAds.app, sessions: Self.fewSessions) { InterstitialAds($0) } == nil)
    #expect(
      rule(fault, InterstitialAds.app) { Frequent($0) } == "interstitial-per-user-actions")
  }

  @Test(arguments: [Fault.latePresent, .doubledPresent, .earlyDismissal])
  func `interstitials without a pause fail under a fault of their show`(fault: Fault) {
    #expect(rule(fault, InterstitialAds.app) { Hasty($0) } == "interstitial-min-gap")
  }

  @Test(arguments: [Fault.latePresent, .doubledPresent])
  func `an ad that is presented twice fails under a fault of its show`(fault: Fault) {
    let found = rule(fault, InterstitialAds.app) { SlotAds<Double>($0) }
    #expect(found == "single-use-ad" || found == "reload-after-dismiss")
  }

  @Test(arguments: [Fault.doubledPresent, .wallJumps, .zoneChanges])
  func `a manager without a cap fails under a fault that can count a show twice`(fault: Fault) {
    #expect(rule(fault, AppOpenAds.app, sessions: Self.fewSessions) { AppOpenAds($0) } == nil)
    #expect(rule(fault, AppOpenAds.app) { Uncapped($0) } == "daily-cap")
  }

  @Test(arguments: [Fault.latePresent, .doubledPresent, .earlyDismissal])
  func `a launch ad over the content fails under a fault of its show`(fault: Fault) {
    let only: Set = ["cold-start-only-on-splash", "nothing-after-main-content"]
    #expect(only.contains(rule(fault, AppOpenAds.app, only: only) { Late($0) } ?? ""))
  }

  /// Holds two ads, and shows the second one when the first one is gone.
  final class Queue: TestedAdManager {
    private let phone: SimulatedPhone
    private var ads: [SimulatedFullScreenAd] = []
    private var isLoading = false
    /// Whether the next ad waits for the end of the one before.
    private let isPatient: Bool
    private var shown: SimulatedFullScreenAd?

    static var app: TestedApp {
      var app = TestedApp.interstitial()
      app.policy.interstitialMinimumActions = 0
      return app
    }

    init(_ phone: SimulatedPhone, isPatient: Bool = true) {
      (self.phone, self.isPatient) = (phone, isPatient)
    }
    private func fill() {
      if isLoading || ads.count == 2 || !phone.canRequestAds { return }
      isLoading = true
      phone.load { [weak self] answer in
        guard let self else { return }
        isLoading = false
        guard let ad = try? answer.get() else { return }
        ad.delegate = self
        ads.append(ad)
        fill()
      }
    }
    private func showNext() {
      if shown != nil && isPatient || ads.isEmpty { return }
      shown = ads.removeFirst()
      shown?.present(.transition)
    }
    func sdkStarted() { fill() }
    func wantsToShow(_ placement: AdPlacement) { showNext() }
    func adDismissed(_ ad: SimulatedFullScreenAd) {
      if shown === ad { shown = nil }
      showNext()
      fill()
    }
  }

  @Test func `two ads at once fail under an early dismissal unless it caused them`() {
    let only: Set = ["one-full-screen-at-a-time"]
    #expect(rule(.earlyDismissal, Queue.app, only: only) { Queue($0) } == nil)
    let impatient = rule(.earlyDismissal, Queue.app, only: only) { Queue($0, isPatient: false) }
    #expect(impatient == "one-full-screen-at-a-time")
  }

  @Test(arguments: [Fault.doubledReward, .earlyReward, .lateReward])
  func `wrong grants fail under a fault of the reward`(fault: Fault) {
    #expect(rule(fault, RewardedAds.app, sessions: Self.fewSessions) { RewardedAds($0) } == nil)
    let twice: Set = ["one-grant-per-show", "reward-once"]
    #expect(twice.contains(rule(fault, RewardedAds.app) { Generous($0) } ?? ""))
    #expect(rule(fault, RewardedAds.app) { Silent($0) } == "grant-matches-earn")
  }

  @Test(arguments: [Fault.configurationError, .lateLoad])
  func `a slot that stays silent after a failed load fails under another fault of loads`(
    fault: Fault
  ) {
    var test = AdManagerTest(InterstitialAds.app) { SlotAds<Forgetful>($0) }
    test.faultPacks = [FaultPack(name: "two", faults: FaultSet([fault, .noFill]))]
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) }
    #expect(
      ["load-failure-does-not-silence-slot", "shows-when-it-can"].contains(failure?.rule))
  }
}
