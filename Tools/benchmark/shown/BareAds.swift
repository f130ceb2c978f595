import Foundation
import GoogleMobileAds

/// The same calls without a recorder: the cost of the stub, the app and the clock.
@MainActor struct BareAds {
  let count: Int
  private let listener = Listener()
  private let unit = "bare"

  init(count: Int) { self.count = count }

  func run() -> Costs {
    var costs = Costs()
    for number in 0..<count { show(number, &costs) }
    costs.ads = count
    return costs
  }

  private func show(_ number: Int, _ costs: inout Costs) {
    let info = Answers.response(number)
    var waiting: StubAds.Load?
    nonisolated(unsafe) var ad: InterstitialAd?
    StubAds.answer(unit) { waiting = $0 }
    costs.time("load") {
      InterstitialAd.load(with: unit, request: nil) { loaded, _ in ad = loaded }
    }
    costs.time("loaded") { _ = waiting?.deliver(info) }
    guard let ad else { return }
    costs.time("delegate") { ad.fullScreenContentDelegate = listener }
    costs.time("paid handler") { ad.paidEventHandler = { _ in } }
    costs.time("present") { ad.present(from: nil) }
    Callbacks.run(ad, &costs)
  }
}

/// The delegate calls of a shown ad.
@MainActor enum Callbacks {
  static func run(_ ad: StubFullScreenAd, _ costs: inout Costs) {
    let value = Answers.value
    costs.time("will present") { ad.fullScreenContentDelegate?.adWillPresentFullScreenContent(ad) }
    costs.time("impression") { ad.fullScreenContentDelegate?.adDidRecordImpression(ad) }
    costs.time("paid") { ad.paidEventHandler?(value) }
    costs.time("will dismiss") { ad.fullScreenContentDelegate?.adWillDismissFullScreenContent(ad) }
    costs.time("dismissed") { ad.fullScreenContentDelegate?.adDidDismissFullScreenContent(ad) }
  }
}
