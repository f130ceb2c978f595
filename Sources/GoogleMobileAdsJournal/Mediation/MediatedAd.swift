internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// Stands before an adapter's native ad: it has the methods that the ad has, no others, and records
  /// what the SDK tells the ad.
  nonisolated final class MediatedAd: MediatedAdClicks, MediationNativeAd, @unchecked Sendable {
    override var answering: Answering {
      Answering(following: [
        "adChoicesView", "mediaView", "hasVideoContent", "mediaContentAspectRatio", "duration",
        "currentTime", "handlesUserClicks", "handlesUserImpressions", "didRecordImpression",
        "didUntrackView:", "didRecordClickOnAssetWithName:view:viewController:",
        "didRenderInView:clickableAssetViews:nonclickableAssetViews:viewController:",
      ])
    }

    var headline: String? { here { $0.headline } }
    var images: [NativeAdImage]? { here { $0.images } }
    var body: String? { here { $0.body } }
    var icon: NativeAdImage? { here { $0.icon } }
    var callToAction: String? { here { $0.callToAction } }
    var starRating: NSDecimalNumber? { here { $0.starRating } }
    var store: String? { here { $0.store } }
    var price: String? { here { $0.price } }
    var advertiser: String? { here { $0.advertiser } }
    var extraAssets: [String: Any]? { here { $0.extraAssets } }
    var adChoicesView: UIView? { here { known($0.adChoicesView) ?? nil } }
    var mediaView: UIView? { here { known($0.mediaView) ?? nil } }
    var hasVideoContent: Bool { here { known($0.hasVideoContent) ?? false } }

    func handlesUserClicks() -> Bool { here { answer($0.handlesUserClicks) ?? false } }
    func handlesUserImpressions() -> Bool { here { answer($0.handlesUserImpressions) ?? false } }

    func didRender(
      in view: UIView, clickableAssetViews: [GADNativeAssetIdentifier: UIView],
      nonclickableAssetViews: [GADNativeAssetIdentifier: UIView], viewController: UIViewController
    ) {
      recorder.told(.rendered)
      if let ad = recorder.ad {
        recorder.recorder.record(.nativeRendered(ad: ad.name, unit: ad.unit, viewPassed: true))
      }
      resultOnThisThread((self.ad, clickableAssetViews, nonclickableAssetViews)) {
        call(
          $0.0.didRender(in:clickableAssetViews:nonclickableAssetViews:viewController:), view,
          $0.1, $0.2, viewController)
      }
    }

    func didRecordImpression() {
      recorder.told(.impression)
      if recorder.hearsImpression() { here { call($0.didRecordImpression) } }
    }

    func didUntrackView(_ view: UIView?) {
      if let ad = recorder.ad {
        recorder.recorder.record(.nativeUntracked(ad: ad.name, unit: ad.unit))
      }
      here { call($0.didUntrackView(_:), view) }
    }

    #if !canImport(ObjectiveC)
      func didRecordClickOnAsset(
        with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController
      ) {
        recorder.told(.click)
        guard recorder.hearsClick() else { return }
        here {
          call($0.didRecordClickOnAsset(with:view:viewController:), assetName, view, viewController)
        }
      }
    #endif

    private func here<Value>(_ body: @MainActor (any MediationNativeAd) -> Value) -> Value {
      resultOnThisThread(ad, body)
    }
  }

  /// Passes on the one call whose name in Swift differs between versions of the SDK.
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
      func hearClick(_ asset: NSString, view: UIView, viewController: UIViewController) {
        recorder.told(.click)
        guard recorder.hearsClick() else { return }
        unsafeBitCast(ad as AnyObject, to: (any HearsClicks).self)
          .hearClick?(asset, view: view, viewController: viewController)
      }
    #endif
  }

  #if canImport(ObjectiveC)
    @objc private protocol HearsClicks {
      @objc(didRecordClickOnAssetWithName:view:viewController:)
      optional func hearClick(_ asset: NSString, view: UIView, viewController: UIViewController)
    }
  #endif
#endif
