import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The delegate of a full-screen ad: records each call and forwards it to the app's delegate, on
  /// the same thread.
  ///
  /// It lives as long as the ad, and records `ad.discarded` when the ad is released.
  nonisolated final class FullScreenRecorder: Forwarder, FullScreenContentDelegate,
    @unchecked Sendable
  {
    let identity: AdIdentity
    let chain = DelegateChain()
    let paid = PaidHandler()
    private let lock = NSLock()
    private var scene: String?
    private var isOver = false
    private var isDiscarded = false

    init(_ identity: AdIdentity) { self.identity = identity }

    deinit { discard(nil) }

    override var behind: AnyObject? { chain.front }

    /// The name of the scene in which the ad is presented.
    var presentedScene: String? {
      get { lock.withLock { scene } }
      set { lock.withLock { scene = newValue } }
    }

    /// Records that the app discarded the ad, once.
    func discard(_ reason: Recorded.AdDiscarded.Reason?) {
      let isOver = lock.withLock { () -> Bool? in
        defer { isDiscarded = true }
        return isDiscarded ? nil : self.isOver
      }
      if let isOver { identity.discarded(reason ?? (isOver ? .shown : .other)) }
    }

    private func end() { lock.withLock { isOver = true } }

    /// Records what the app gave to the ad and is gone before the end of the show.
    private func recordLosses() {
      if chain.takeLoss() { identity.lost(.delegate) }
      if paid.takeLoss() { identity.lost(.paidHandler) }
    }

    func adDidRecordImpression(_ ad: any FullScreenPresentingAd) {
      pass("impression", ad, record: identity.impression) {
        ThisThread.call($0.adDidRecordImpression, $1)
      }
    }

    func adDidRecordClick(_ ad: any FullScreenPresentingAd) {
      pass("click", ad, record: identity.clicked) { ThisThread.call($0.adDidRecordClick, $1) }
    }

    func ad(
      _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error
    ) {
      end()
      let recordEnd = {
        self.recordLosses()
        self.identity.failedToPresent(error, in: self.presentedScene)
      }
      pass("failed", ad, record: recordEnd) {
        ThisThread.call($0.ad(_:didFailToPresentFullScreenContentWithError:), $1, error)
      }
    }

    func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) {
      pass("present", ad, record: { identity.willPresent(in: presentedScene) }) {
        ThisThread.call($0.adWillPresentFullScreenContent, $1)
      }
    }

    func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {
      pass("dismiss", ad, record: { identity.willDismiss(in: presentedScene) }) {
        ThisThread.call($0.adWillDismissFullScreenContent, $1)
      }
    }

    func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {
      end()
      let recordEnd = {
        self.recordLosses()
        self.identity.dismissed(in: self.presentedScene)
      }
      pass("dismissed", ad, record: recordEnd) {
        ThisThread.call($0.adDidDismissFullScreenContent, $1)
      }
    }

    private func pass(
      _ name: String, _ ad: any FullScreenPresentingAd, record: () -> Void,
      _ body:
        @MainActor @Sendable (any FullScreenContentDelegate, any FullScreenPresentingAd) -> Void
    ) {
      chain.pass(name, record: record) { target in
        guard let target = target as? any FullScreenContentDelegate else { return }
        nonisolated(unsafe) let (delegate, sent) = (target, ad)
        ThisThread.run { body(delegate, sent) }
      }
    }
  }
}
