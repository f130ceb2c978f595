import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// Unusual, correct managers of banners and native ads; none may be accused.
@Suite struct ViewManagerTests {
  @Test func `a banner and interstitials on one page keep all rules`() throws {
    try AdManagerTest(MixedAds.app) { MixedAds($0) }.check(sessions: 1_000)
  }

  @Test func `banners and native ads in several windows keep all rules`() throws {
    var banners = RefreshingBannerAds.app
    banners.hasSeveralWindows = true
    try AdManagerTest(banners) { RefreshingBannerAds($0) }.check(sessions: 1_000)
    var natives = NativeAds.app
    natives.hasSeveralWindows = true
    try AdManagerTest(natives) { NativeAds($0) }.check(sessions: 1_000)
  }

  @Test func `a banner is not requested again for a width that it has`() throws {
    // The window is resized twice while the consent is withdrawn.
    try ReferenceManager.banner.check(
      sessions: 1, replay: "_41_K1_H11-*24_21qIU-8_0Q-11-8_01-F*8411qWH1.26")
  }

  @Test func `a manager may give each page a banner of its own`() throws {
    final class PageBanners: BannerAds {
      override func viewRemoved(_ placement: AdPlacement) {
        slots[placement]?.banner?.discard(.other)
        slots[placement]?.banner = nil
      }
      override func load(_ placement: AdPlacement, _ reason: LoadReason) {
        super.load(placement, reason == .resized ? reason : .user)
      }
    }
    try AdManagerTest(BannerAds.app) { PageBanners($0) }.check(sessions: 1_000)
  }

  @Test func `a manager may use a native ad again in another row`() throws {
    final class Recycling: NativeAds {
      nonisolated(unsafe) static var reused = 0
      override func load(_ placement: AdPlacement, _ reason: LoadReason) {
        let idle = rows.first { !visible.contains($0.key) && $0.value.wasSeen }
        guard let idle, let ad = idle.value.ad else { return super.load(placement, reason) }
        idle.value.ad = nil
        ad.removeFromView()
        put(ad, into: row(placement))
        Self.reused += 1
      }
    }
    try AdManagerTest(NativeAds.app) { Recycling($0) }.check(sessions: 1_000)
    #expect(Recycling.reused > 50)
  }

  /// Names the appearance of its row as the reason of each first request.
  final class Appearing: NativeAds {
    override func load(_ placement: AdPlacement, _ reason: LoadReason) {
      super.load(placement, row(placement).loader.loads > 0 ? .retry : .viewDidAppear)
    }
  }

  @Test func `each row may be requested because it appeared`() throws {
    try AdManagerTest(NativeAds.app) { Appearing($0) }.check(sessions: 1_000)
  }

  @Test func `a row that is requested again because it appeared again fails`() {
    let mutant = ClientMutant.named("requests a native ad at each appearance")
    #expect(mutant.failure(sessions: 1_000)?.rule == "request-once-per-appearance")
  }
}
