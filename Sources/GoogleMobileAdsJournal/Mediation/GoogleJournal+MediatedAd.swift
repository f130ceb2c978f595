import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// A proxy of an adapter's native ad: responds to the same methods as the ad and records the
  /// calls of the SDK.
  nonisolated final class MediatedAd: MediatedAdClicks, MediationNativeAd, @unchecked Sendable {
    override var forwarding: MethodForwarding {
      MethodForwarding(onlyIfBehind: [
        "adChoicesView", "mediaView", "hasVideoContent", "mediaContentAspectRatio", "duration",
        "currentTime", "handlesUserClicks", "handlesUserImpressions", "didRecordImpression",
        "didUntrackView:", "didRecordClickOnAssetWithName:view:viewController:",
        "didRenderInView:clickableAssetViews:nonclickableAssetViews:viewController:",
      ])
    }

    var headline: String? { onAd { $0.headline } }
    var images: [NativeAdImage]? { onAd { $0.images } }
    var body: String? { onAd { $0.body } }
    var icon: NativeAdImage? { onAd { $0.icon } }
    var callToAction: String? { onAd { $0.callToAction } }
    var starRating: NSDecimalNumber? { onAd { $0.starRating } }
    var store: String? { onAd { $0.store } }
    var price: String? { onAd { $0.price } }
    var advertiser: String? { onAd { $0.advertiser } }
    var extraAssets: [String: Any]? { onAd { $0.extraAssets } }
    var adChoicesView: UIView? { onAd { ThisThread.known($0.adChoicesView) ?? nil } }
    var mediaView: UIView? { onAd { ThisThread.known($0.mediaView) ?? nil } }
    var hasVideoContent: Bool { onAd { ThisThread.known($0.hasVideoContent) ?? false } }

    func handlesUserClicks() -> Bool { onAd { ThisThread.answer($0.handlesUserClicks) ?? false } }
    func handlesUserImpressions() -> Bool {
      onAd { ThisThread.answer($0.handlesUserImpressions) ?? false }
    }

    func didRender(
      in view: UIView, clickableAssetViews: [GADNativeAssetIdentifier: UIView],
      nonclickableAssetViews: [GADNativeAssetIdentifier: UIView], viewController: UIViewController
    ) {
      recorder.received(.rendered)
      if let ad = recorder.ad {
        recorder.recorder.record(.nativeRendered(ad: ad.name, unit: ad.unit, viewPassed: true))
      }
      ThisThread.result((self.ad, clickableAssetViews, nonclickableAssetViews)) {
        ThisThread.call(
          $0.0.didRender(in:clickableAssetViews:nonclickableAssetViews:viewController:), view,
          $0.1, $0.2, viewController)
      }
    }

    func didRecordImpression() {
      recorder.received(.impression)
      if recorder.forwardsImpressionToAdapter() { onAd { ThisThread.call($0.didRecordImpression) } }
    }

    func didUntrackView(_ view: UIView?) {
      if let ad = recorder.ad {
        recorder.recorder.record(.nativeUntracked(ad: ad.name, unit: ad.unit))
      }
      onAd { ThisThread.call($0.didUntrackView(_:), view) }
    }

    #if !canImport(ObjectiveC)
      func didRecordClickOnAsset(
        with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController
      ) {
        recorder.received(.click)
        guard recorder.forwardsClickToAdapter() else { return }
        onAd {
          ThisThread.call(
            $0.didRecordClickOnAsset(with:view:viewController:), assetName, view, viewController)
        }
      }
    #endif

    private func onAd<Value>(_ body: @MainActor @Sendable (any MediationNativeAd) -> Value) -> Value
    {
      ThisThread.result(ad, body)
    }
  }

  /// Forwards the one method whose name in Swift depends on the SDK's version.
  nonisolated class MediatedAdClicks: Forwarder {
    let recorder: AdapterRecorder
    let ad: any MediationNativeAd

    init(_ ad: any MediationNativeAd, _ recorder: AdapterRecorder) {
      self.ad = ad
      self.recorder = recorder
    }

    override var behind: AnyObject? { ad }

    #if canImport(ObjectiveC)
      @objc(didRecordClickOnAssetWithName:view:viewController:)
      func receiveClick(_ asset: NSString, view: UIView, viewController: UIViewController) {
        recorder.received(.click)
        guard recorder.forwardsClickToAdapter() else { return }
        (ad as AnyObject).receiveClick?(asset, view: view, viewController: viewController)
      }
    #endif
  }
}
