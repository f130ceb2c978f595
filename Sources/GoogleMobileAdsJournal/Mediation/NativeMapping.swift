internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// The assets of an adapter's ad, as the SDK will read them.
  private struct MappedAssets {
    let headline, body, callToAction: String?
    let icon: NativeAdImage?
    let images: [NativeAdImage]?
    let extras: [String: Any]?
    let hasMediaView, hasAdChoicesView, hasVideo: Bool
    let tracking: AdapterCall.Tracking

    /// Views are asked for only where nothing else tells: an adapter may make one each time.
    @MainActor init(_ ad: any MediationNativeAd) {
      (headline, body, callToAction) = (ad.headline, ad.body, ad.callToAction)
      (icon, images, extras) = (ad.icon, ad.images, ad.extraAssets)
      hasMediaView = images?.isEmpty == false || (known(ad.mediaView) ?? nil) != nil
      hasAdChoicesView = (known(ad.adChoicesView) ?? nil) != nil
      hasVideo = known(ad.hasVideoContent) ?? false
      tracking = AdapterCall.Tracking(
        impressions: answer(ad.handlesUserImpressions) ?? false,
        clicks: answer(ad.handlesUserClicks) ?? false)
    }
  }

  extension AdapterRecorder {
    /// Records which assets an adapter has mapped, not what they say, and notes who tracks.
    func mapped(_ ad: any MediationNativeAd) {
      let assets = resultOnThisThread(ad) { MappedAssets($0) }
      track(assets.tracking)
      let images = assets.images ?? []
      // An ad of nobody's load is named like the call; nothing else is said of it.
      let names = self.ad ?? (name, "")
      recorder.record(
        .nativeMapped(
          ad: names.name, unit: names.unit, load: name, headline: isText(assets.headline),
          media: assets.hasMediaView, body: isText(assets.body), icon: assets.icon != nil,
          callToAction: isText(assets.callToAction),
          // Where the ad has no view for the mark, the SDK draws it.
          adChoices: assets.hasAdChoicesView ? true : nil, images: images.count,
          imagesAs: images.isEmpty ? nil : images.allSatisfy { $0.image != nil } ? .image : .url,
          hasVideo: assets.hasVideo, handlesImpressions: assets.tracking.impressions,
          handlesClicks: assets.tracking.clicks, extras: assets.extras.map { $0.keys.sorted() }))
    }

    private func isText(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }
  }

  extension MediationNativeAdConfiguration {
    /// Whether the publisher wants addresses of images only; nil where it does not say.
    ///
    /// The name in Swift has changed; that in Objective-C has not.
    var disablesImageLoading: Bool? {
      for option in options {
        guard let option = option as? NativeAdImageAdLoaderOptions else { continue }
        #if canImport(ObjectiveC)
          let key = "disableImageLoading"
          guard option.responds(to: NSSelectorFromString(key)) else { return nil }
          return option.value(forKey: key) as? Bool
        #else
          return option.isImageLoadingDisabled
        #endif
      }
      return nil
    }
  }
#endif
