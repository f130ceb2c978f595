#if canImport(GoogleMobileAds)
  import Foundation
  import GoogleMobileAds

  @MainActor final class GoogleAds: AdSource {
    private let unit: String
    private let start = ContinuousClock.now
    init(unit: String) { self.unit = unit }

    var now: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }
    func after(_ milliseconds: Int, _ action: @escaping @MainActor () -> Void) {
      Task {
        try await Task.sleep(for: .milliseconds(milliseconds))
        action()
      }
    }
    func load(_ answer: @escaping @MainActor (Result<any LoadedAd, LoadError>) -> Void) {
      var isAnswered = false
      InterstitialAd.load(with: unit, request: Request()) { ad, error in
        nonisolated(unsafe) let ad = ad
        let code = (error as NSError?)?.code ?? 0
        MainActor.assumeIsolated {
          guard !isAnswered else { return }
          isAnswered = true
          answer(ad.map { .success(GoogleAd($0)) } ?? .failure(LoadError(code: code)))
        }
      }
    }
  }

  @MainActor final class GoogleAd: NSObject, LoadedAd, FullScreenContentDelegate {
    var onEvent: @MainActor (AdEvent) -> Void = { _ in }
    private let ad: InterstitialAd
    init(_ ad: InterstitialAd) {
      self.ad = ad
      super.init()
      ad.fullScreenContentDelegate = self
      ad.paidEventHandler = { value in print("revenue:", value.value) }
    }
    func present() { ad.present(from: nil) }
    func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) { onEvent(.appeared) }
    func ad(
      _ ad: any FullScreenPresentingAd,
      didFailToPresentFullScreenContentWithError error: any Error
    ) { onEvent(.failed) }
    func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { onEvent(.dismissed) }
  }
#endif
