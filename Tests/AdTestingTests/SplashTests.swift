import AdSimulator
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// Loading screens whose ad comes before the app is ready.
@Suite struct SplashTests {
  /// Shows the launch ad as soon as it is loaded.
  class EarlyAds: AppOpenAds {
    nonisolated(unsafe) static var dismissedBeforeReady = 0
    override func showOnSplash() {
      guard waitsForAd, !hasFinished, isUnderCap, !isSuppressed, !isJustAfterSuppression,
        let placement = phone.placements.first, present(placement, .launch)
      else { return }
      (waitsForAd, isShownOnSplash) = (false, true)
      phone.after(milliseconds: 3_000) { [unowned self] in finishSplash(isLate: true) }
    }
    override func readyToFinishSplash() {
      isReady = true
      showOnSplash()
      finishWhenReady()
    }
    func finishWhenReady() {
      if !isShownOnSplash {
        return phone.after(milliseconds: 1_500) { [unowned self] in finishSplash() }
      }
      if !isUp { Self.dismissedBeforeReady += 1 }
      finishSplash()
    }
  }

  @Test func `a loading screen may wait for the app after its ad is gone`() throws {
    try AdManagerTest(AppOpenAds.app) { EarlyAds($0) }.check(sessions: 4_000)
    #expect(EarlyAds.dismissedBeforeReady > 20, "\(EarlyAds.dismissedBeforeReady)")
  }

  @Test func `a loading screen that stays when its ad is gone and the app is ready fails`() {
    final class Slow: EarlyAds {
      override func finishWhenReady() {
        phone.after(milliseconds: 1_500) { [unowned self] in finishSplash() }
      }
    }
    var test = AdManagerTest(AppOpenAds.app) { Slow($0) }
    test.onlyRules = ["splash-closes-with-its-ad"]
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 4_000) }
    #expect(failure?.rule == "splash-closes-with-its-ad")
  }
}
