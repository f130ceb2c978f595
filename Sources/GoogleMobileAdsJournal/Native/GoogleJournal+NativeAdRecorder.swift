import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The delegate of a native ad: records each call and forwards it to the app's delegate.
  ///
  /// The SDK reports a swipe click in addition to an ordinary click; it is only forwarded.
  nonisolated final class NativeAdRecorder: Forwarder, NativeAdDelegate, @unchecked Sendable {
    let identity: AdIdentity
    let chain = DelegateChain()
    let video: VideoRecorder
    private let lock = NSLock()
    private var isDiscarded = false

    init(_ identity: AdIdentity) {
      self.identity = identity
      video = VideoRecorder(identity)
    }

    deinit { discard(.other) }

    override var behind: AnyObject? { chain.front }

    /// Records that the app discarded the ad, once.
    func discard(_ reason: Recorded.AdDiscarded.Reason) {
      let isFirst = lock.withLock {
        defer { isDiscarded = true }
        return !isDiscarded
      }
      if isFirst { identity.discarded(reason) }
    }

    func nativeAdDidRecordImpression(_ nativeAd: NativeAd) {
      pass("impression", nativeAd, record: identity.impression) {
        ThisThread.call($0.nativeAdDidRecordImpression, $1)
      }
    }

    func nativeAdDidRecordClick(_ nativeAd: NativeAd) {
      pass("click", nativeAd, record: identity.clicked) {
        ThisThread.call($0.nativeAdDidRecordClick, $1)
      }
    }

    func nativeAdDidRecordSwipeGestureClick(_ nativeAd: NativeAd) {
      pass("swipe", nativeAd, record: {}) {
        ThisThread.call($0.nativeAdDidRecordSwipeGestureClick, $1)
      }
    }

    func nativeAdWillPresentScreen(_ nativeAd: NativeAd) {
      pass("present", nativeAd, record: { identity.willPresent(in: nil) }) {
        ThisThread.call($0.nativeAdWillPresentScreen, $1)
      }
    }

    func nativeAdWillDismissScreen(_ nativeAd: NativeAd) {
      pass("dismiss", nativeAd, record: { identity.willDismiss(in: nil) }) {
        ThisThread.call($0.nativeAdWillDismissScreen, $1)
      }
    }

    func nativeAdDidDismissScreen(_ nativeAd: NativeAd) {
      pass("dismissed", nativeAd, record: { identity.dismissed(in: nil) }) {
        ThisThread.call($0.nativeAdDidDismissScreen, $1)
      }
    }

    func nativeAdIsMuted(_ nativeAd: NativeAd) {
      pass("muted", nativeAd, record: {}) { ThisThread.call($0.nativeAdIsMuted, $1) }
    }

    private func pass(
      _ name: String, _ ad: NativeAd, record: () -> Void,
      _ body: @MainActor @Sendable (any NativeAdDelegate, NativeAd) -> Void
    ) {
      chain.pass(name, record: record) { target in
        guard let target = target as? any NativeAdDelegate else { return }
        ThisThread.run((target, ad)) { body($0.0, $0.1) }
      }
    }
  }
}
