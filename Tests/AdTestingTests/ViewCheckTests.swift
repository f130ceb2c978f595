import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// The checks of banners and native ads.
@Suite struct ViewCheckTests {
  private func because(_ name: String, _ check: String) throws -> String {
    let failure = try #require(ClientMutant.named(name).failure(sessions: 2_000))
    #expect(failure.rule == check, "\(failure)")
    return failure.because
  }

  @Test func `a banner that is replaced after ten seconds fails`() throws {
    let because = try because("refreshes a banner every ten seconds", "banner-is-seen")
    #expect(
      because.hasPrefix("a banner was requested again after 1")
        && because.hasSuffix(" s (limit 30 s, banner_refresh_s)"), "\(because)")
  }

  @Test func `a banner that is replaced in the background fails`() throws {
    let because = try because("refreshes a banner in the background", "banner-is-seen")
    #expect(
      because.hasPrefix("a banner was requested in the background, to replace a-"), "\(because)")
  }

  @Test func `a banner that is replaced under a full-screen ad fails`() throws {
    final class Blind: MixedAds {
      override func canLoad(_ reason: LoadReason) -> Bool { canLoad }
      override func canRefresh(_ placement: AdPlacement) -> Bool {
        visible.contains(placement) && !isInBackground
      }
      override var interval: Int64 { 31_000 }
    }
    var test = AdManagerTest(MixedAds.app) { Blind($0) }
    test.onlyRules = ["banner-is-seen"]
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) })
    #expect(
      failure.because.hasPrefix("a banner was requested under a full-screen ad, to replace a-"),
      "\(failure)")
  }

  @Test func `an ad that is given up off the screen and requested again fails`() throws {
    for name in ["gives up a native ad off the screen", "gives up a banner off the screen"] {
      let because = try because(name, "fresh-ad-is-kept")
      #expect(
        because.contains(" was given up off the screen ")
          && because.hasSuffix(" s after it was loaded, and another ad was requested"),
        "\(because)")
    }
  }

  @Test func `a request for a row that comes back with its ad fails`() throws {
    let because = try because("loads again when a row comes back", "fresh-ad-is-kept")
    #expect(
      because.hasPrefix("row ") && because.contains(" came back with a-")
        && because.hasSuffix(" ago, and another ad was requested"), "\(because)")
  }

  @Test func `ads that are kept when their views are gone fail`() throws {
    let because = try because(
      "keeps the native ads of rows that are gone", "ad-leaves-with-its-view")
    #expect(
      because.hasPrefix("the views of a-") && because.hasSuffix(" are gone, and none was given up"),
      "\(because)")
  }

  @Test func `a view that stays empty fails`() throws {
    #expect(
      try because("never retries a failed banner", "shows-when-it-can")
        == "no banner in main was in view at 6 visits after all faults had ended, though loads "
        + "succeed and no threshold of the app forbids it")
    #expect(
      try because("does not retry a failed native ad", "shows-when-it-can")
        == "no native ad was in view at 6 visits after all faults had ended, though loads succeed "
        + "and no threshold of the app forbids it")
  }

  @Test func `each check of views says what to change`() {
    #expect(
      ManagerCheck.bannerIsSeen.sentence
        == "A banner is seen for a while before the app requests the next one.")
    #expect(
      ManagerCheck.bannerIsSeen.remedy
        == "Refresh at most every 30 seconds, and stop your timer in the background and under a "
        + "full-screen ad.")
    #expect(
      ManagerCheck.adLeavesWithItsView.sentence
        == "An ad is given up when its view is gone for good.")
    #expect(
      ManagerCheck.adLeavesWithItsView.remedy
        == "Discard the ad of a view in `viewRemoved`, or keep it for the next view: a few, not "
        + "all.")
    #expect(
      ManagerCheck.freshAdIsKept.remedy
        == "Keep a loaded ad until it is shown, expires or no longer fits. Keep a native ad while "
        + "its row is off the screen.")
  }
}
