import Foundation
import GoogleMobileAds

/// Runs what is declared for the main actor on the thread that calls, as Objective-C does.
func onThisThread(_ body: @MainActor () -> Void) {
  withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
}

/// Does something on another thread, and waits for it.
func elsewhere(_ body: @escaping () -> Void) {
  nonisolated(unsafe) let body = body
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}

/// What the SDK tells of a full-screen ad.
enum Callback: String, CaseIterable {
  case present, failed, dismiss, dismissed, impression, click
}

extension StubFullScreenAd {
  /// Calls the ad's delegate, on the thread that calls.
  func tell(_ callback: Callback, code: Int = 17) {
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

  /// Calls the handler of paid events.
  func pay(_ amount: String, _ currency: String = "EUR", _ precision: AdValuePrecision = .precise) {
    let value = AdValue(
      stubValue: NSDecimalNumber(string: amount), currency: currency, precision: precision)
    paidEventHandler?(value)
  }
}

extension StubAds {
  /// Every load of the unit delivers an ad, or fails.
  static func deliver(_ unit: String, _ info: ResponseInfo = ResponseInfo()) {
    answer(unit) { _ = $0.deliver(info) }
  }

  static func fail(_ unit: String, _ error: NSError) {
    answer(unit) { $0.finish(nil, error) }
  }
}
