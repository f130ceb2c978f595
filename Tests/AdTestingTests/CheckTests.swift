import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// The demands of the simulation that a journal cannot show.
@Suite struct CheckTests {
  private func because<Manager: TestedAdManager>(
    _ check: String, _ app: TestedApp, sessions: Int = 1_500,
    _ make: @escaping (SimulatedPhone) -> Manager
  ) throws -> String {
    var test = AdManagerTest(app, make: make)
    test.shrinkingRecords = 50_000
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: sessions) })
    #expect(failure.rule == check, "\(failure)")
    return failure.because
  }

  @Test func `a manager that stops showing ads fails`() throws {
    final class Once: InterstitialAds {
      override func wantsToShow(_ placement: AdPlacement) {
        if dismissedAt == nil { super.wantsToShow(placement) }
      }
    }
    #expect(
      try because("shows-when-it-can", InterstitialAds.app) { Once($0) }
        == "no interstitial was presented at 6 moments after all faults had ended, though loads "
        + "succeed and no threshold of the app forbids it")
  }

  @Test func `a second grant fails even if the reward is earned twice`() throws {
    final class Generous: RewardedAds {
      override func adEarnedReward(_ ad: SimulatedFullScreenAd) { ad.grantReward() }
    }
    let because = try because("one-grant-per-show", RewardedAds.app) { Generous($0) }
    #expect(
      because.hasPrefix("the reward of a-") && because.hasSuffix(" was granted twice"), "\(because)"
    )
  }

  @Test func `a present under a consent form fails`() throws {
    final class Blind: InterstitialAds {
      override var canPresent: Bool { isActive && !isTerminating && !isUp && !isFailing }
      override func consentFormAppeared() {
        if let placement = phone.placements.first { wantsToShow(placement) }
      }
    }
    let because = try because("no-present-while-inactive", InterstitialAds.app) { Blind($0) }
    #expect(because == "a-1 was presented under the consent form")
  }

  @Test func `a present under a dialog fails`() throws {
    final class Blind: InterstitialAds {
      override var canPresent: Bool { !isTerminating && !isUp && !isFormUp && !isFailing }
      override func appResignedActive() {
        super.appResignedActive()
        if let placement = phone.placements.first { wantsToShow(placement) }
      }
    }
    let because = try because("no-present-while-inactive", InterstitialAds.app) { Blind($0) }
    #expect(because == "a-1 was presented while the app was inactive")
  }

  @Test func `a moment that comes under a dialog or a consent form is not for an ad`() throws {
    final class Inactive: InterstitialAds {
      override var canPresent: Bool { !isTerminating && !isUp && !isFormUp && !isFailing }
    }
    final class Covered: InterstitialAds {
      override var canPresent: Bool { isActive && !isTerminating && !isUp && !isFailing }
    }
    let check = "no-present-while-inactive"
    #expect(
      try because(check, InterstitialAds.app) { Inactive($0) }
        == "a-1 was presented while the app was inactive")
    #expect(
      try because(check, InterstitialAds.app) { Covered($0) }
        == "a-1 was presented under the consent form")
  }

  @Test func `a return under a consent form is not for an ad`() throws {
    final class Covered: AppOpenAds {
      override var canPresent: Bool { isActive && !isTerminating && !isUp && !isFailing }
    }
    let because = try because("no-present-while-inactive", AppOpenAds.app) { Covered($0) }
    #expect(because.hasSuffix(" was presented under the consent form"), "\(because)")
  }

  @Test func `an interstitial at a return fails`() throws {
    final class Returning: InterstitialAds {
      override func appBecameActive() {
        super.appBecameActive()
        if timeAway > 0, let placement = phone.placements.first { wantsToShow(placement) }
      }
    }
    let because = try because("no-interstitial-on-return", InterstitialAds.app) { Returning($0) }
    #expect(
      because
        == "interstitial a-1 was presented after a return to the app, without a moment or a user "
        + "action since")
  }

  @Test func `a fresh ad that is given up for another one fails`() throws {
    final class Wasteful: AdSlot {
      override func load(_ reason: LoadReason) {
        if reason == .foreground { giveUp(.replaced) }
        super.load(reason)
      }
    }
    let because = try because("fresh-ad-is-kept", InterstitialAds.app) { SlotAds<Wasteful>($0) }
    #expect(
      because.hasPrefix("a-1 was given up ")
        && because.hasSuffix(" after it was loaded, and another ad was requested"), "\(because)")
  }

  @Test func `a loading screen that closes before the ad over it appears fails`() throws {
    final class Hasty: AppOpenAds {
      override func readyToFinishSplash() {
        super.readyToFinishSplash()
        guard !hasFinished else { return }
        (hasFinished, waitsForAd) = (true, false)
        phone.finishSplash()
      }
    }
    let because = try because("splash-waits-for-its-ad", AppOpenAds.app) { Hasty($0) }
    #expect(
      because
        == "the loading screen was closed 0 ms after a-1 was presented over it, before it appeared")
  }

  @Test func `a request for a closed window fails`() throws {
    final class Careless: WindowAds {
      override func windowClosed(_ window: AdWindow) {
        for placement in placements(in: window) { slots[placement]?.load(.retry) }
        for placement in placements(in: window) {
          slots[placement]?.giveUp(.sceneClosed)
          slots[placement]?.load(.retry)
        }
        super.windowClosed(window)
      }
    }
    let because = try because("closed-scene-requests-nothing", WindowAds.windowApp) { Careless($0) }
    #expect(
      because.contains(" was requested for scene s-") && because.hasSuffix(", which was closed"))
  }
}
