import AdTesting
import Testing

@Suite(.disabled("the example fails by design; ExampleTests runs it"))
struct ReadmeExample {
  final class LevelAds: TestedAdManager {
    let phone: SimulatedPhone
    var isLoading = false, isUp = false
    var ad: SimulatedFullScreenAd? { didSet { ad?.delegate = self } }
    init(_ phone: SimulatedPhone) { self.phone = phone }
    func sdkStarted() { load() }
    func load() {
      guard phone.canRequestAds, !isLoading else { return }
      isLoading = true
      phone.load { [self] in (isLoading, ad) = (false, try? $0.get()) }
    }

    func wantsToShow(_ placement: AdPlacement) {
      guard !isUp, let next = ad else { return load() }
      (isUp, ad) = (true, nil)
      next.present(.transition)
    }

    func adDismissed(_ gone: SimulatedFullScreenAd) {
      isUp = false
      load()
    }
  }

  @Test func `our ads keep the rules`() async throws {
    try await AdManagerTest(.interstitial()) { LevelAds($0) }.verify()
  }
}
