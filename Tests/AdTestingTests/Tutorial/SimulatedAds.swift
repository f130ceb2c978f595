import AdTesting

@MainActor final class SimulatedAds: AdSource {
  private let phone: SimulatedPhone
  init(_ phone: SimulatedPhone) { self.phone = phone }

  var now: Int { Int(phone.milliseconds) }
  func after(_ milliseconds: Int, _ action: @escaping @MainActor () -> Void) {
    phone.after(milliseconds: Int64(milliseconds), action)
  }
  func load(_ answer: @escaping @MainActor (Result<any LoadedAd, LoadError>) -> Void) {
    var isAnswered = false
    phone.load { result in
      guard !isAnswered else { return }
      isAnswered = true
      answer(result.map { SimulatedAd($0) }.mapError { LoadError(code: $0.code) })
    }
  }
}

@MainActor final class SimulatedAd: LoadedAd, @MainActor SimulatedAdDelegate {
  var onEvent: @MainActor (AdEvent) -> Void = { _ in }
  private let ad: SimulatedFullScreenAd
  init(_ ad: SimulatedFullScreenAd) {
    self.ad = ad
    ad.delegate = self
    ad.setPaidHandler()
  }
  func present() { ad.present(.transition) }
  func adWillPresent(_ ad: SimulatedFullScreenAd) { onEvent(.appeared) }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) { onEvent(.failed) }
  func adDismissed(_ ad: SimulatedFullScreenAd) { onEvent(.dismissed) }
  func adExpired(_ ad: SimulatedFullScreenAd) { onEvent(.expired) }
}
