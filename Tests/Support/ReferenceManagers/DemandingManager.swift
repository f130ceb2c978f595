package import AdTesting

/// Managers that demand much of the test; `ManagerTable` measures its time and its memory.
package enum DemandingManager: String, CaseIterable, Sendable {
  /// A reference manager of 20 KB.
  case large
  /// Shows each ad as soon as it is loaded, and loads the next one as soon as it is dismissed.
  case showsInLoadCallback
  /// Loads again and again without a pause.
  case loadsWithoutPause

  /// Tests the manager with default settings; nil if it keeps all rules.
  package func failure(sessions: Int) -> AdTestFailure? {
    do throws(AdTestFailure) {
      switch self {
      case .large:
        try AdManagerTest(InterstitialAds.app) { LargeAds($0) }.check(sessions: sessions)
      case .showsInLoadCallback:
        try AdManagerTest(.interstitial()) { ChainedAds($0) }.check(sessions: sessions)
      case .loadsWithoutPause:
        try AdManagerTest(InterstitialAds.app) { RestlessAds($0) }.check(sessions: sessions)
      }
    } catch { return error }
    return nil
  }
}

/// A reference manager that takes 20 KB of memory.
private final class LargeAds: InterstitialAds {
  private var ballast = [UInt8](repeating: 1, count: 20_000)
  override func userActed() {
    super.userActed()
    ballast[actions % ballast.count] &+= 1
  }
}

private final class ChainedAds: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?
  init(_ phone: SimulatedPhone) { self.phone = phone }
  func sdkStarted() { load() }
  private func load() {
    phone.load { [weak self] answer in
      guard let self, let new = try? answer.get() else { return }
      ad = new
      new.delegate = self
      new.present(.loaded)
    }
  }
  func adDismissed(_ ad: SimulatedFullScreenAd) { load() }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) { load() }
}

private final class RestlessAds: InterstitialAds {
  override func appBecameActive() {
    super.appBecameActive()
    again()
  }
  private func again() {
    guard let placement = phone.placements.first, isAllowed, isStarted else { return }
    phone.load(placement) { [weak self] in self?.slots[placement]?.finish($0, 0) }
    phone.after(milliseconds: 0) { [weak self] in self?.again() }
  }
}
