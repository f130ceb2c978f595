package import AdShrinking
package import AdTesting

/// A manager that keeps all rules, by the kind of its app.
package enum ReferenceManager: String, CaseIterable, Sendable {
  case interstitial, rewarded, appOpen, windows, awaiting
  case banner, refreshingBanner, native, pooledNative

  /// Tests the manager with default settings.
  @discardableResult
  package func check(
    sessions: Int, seeds: [UInt64] = [1, 2, 3, 4], replay: String? = nil
  ) throws(AdTestFailure) -> AdTestReport {
    switch self {
    case .interstitial:
      try AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .rewarded:
      try AdManagerTest(RewardedAds.app) { RewardedAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .appOpen:
      try AdManagerTest(AppOpenAds.app) { AppOpenAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .windows:
      try AdManagerTest(WindowAds.windowApp) { WindowAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .awaiting:
      try AdManagerTest(InterstitialAds.app) { SlotAds<AwaitingSlot>($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .banner:
      try AdManagerTest(BannerAds.app) { BannerAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .refreshingBanner:
      try AdManagerTest(RefreshingBannerAds.app) { RefreshingBannerAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .native:
      try AdManagerTest(NativeAds.app) { NativeAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    case .pooledNative:
      try AdManagerTest(PooledNativeAds.app) { PooledNativeAds($0) }
        .check(sessions: sessions, seeds: seeds, replay: replay)
    }
  }

  /// Runs the manager in the captured situation of an incident.
  package func reenact(_ incident: PinnedIncident) throws(AdTestFailure) -> Reenactment {
    switch self {
    case .interstitial: try incident.reenact { InterstitialAds($0) }
    case .rewarded: try incident.reenact { RewardedAds($0) }
    case .appOpen: try incident.reenact { AppOpenAds($0) }
    case .windows: try incident.reenact { WindowAds($0) }
    case .awaiting: try incident.reenact { SlotAds<AwaitingSlot>($0) }
    case .banner: try incident.reenact { BannerAds($0) }
    case .refreshingBanner: try incident.reenact { RefreshingBannerAds($0) }
    case .native: try incident.reenact { NativeAds($0) }
    case .pooledNative: try incident.reenact { PooledNativeAds($0) }
    }
  }
}
