import Foundation
import GoogleMobileAds

/// Runs a function that is declared for the main actor on the current thread, as Objective-C does.
func onThisThread(_ body: @MainActor () -> Void) {
  withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
}

/// The delegate calls of a full-screen ad.
enum Callback: String, CaseIterable {
  case present, failed, dismiss, dismissed, impression, click
}

extension StubFullScreenAd {
  /// Calls the ad's delegate on the current thread.
  func send(_ callback: Callback, code: Int = 17) {
    nonisolated(unsafe) let (ad, target) = (self, fullScreenContentDelegate)
    onThisThread {
      switch callback {
      case .present: target?.adWillPresentFullScreenContent(ad)
      case .failed:
        target?.ad(ad, didFailToPresentFullScreenContentWithError: NSError.stubPresentation(code))
      case .dismiss: target?.adWillDismissFullScreenContent(ad)
      case .dismissed: target?.adDidDismissFullScreenContent(ad)
      case .impression: target?.adDidRecordImpression(ad)
      case .click: target?.adDidRecordClick(ad)
      }
    }
  }

  /// Calls the paid event handler.
  func pay(_ amount: String, _ currency: String = "EUR", _ precision: AdValuePrecision = .precise) {
    let value = AdValue(
      stubValue: NSDecimalNumber(string: amount), currency: currency, precision: precision)
    paidEventHandler?(value)
  }
}

extension StubAds {
  /// Makes every load of the unit deliver an ad.
  static func deliver(_ unit: String, _ info: ResponseInfo = ResponseInfo()) {
    answer(unit) { _ = $0.deliver(info) }
  }

  /// Makes every load of the unit fail.
  static func fail(_ unit: String, _ error: NSError) {
    answer(unit) { $0.finish(nil, error) }
  }
}
