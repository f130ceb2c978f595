#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import AdJournal
  internal import Foundation
  internal import GoogleMobileAds

  extension AdapterRecorder {
    /// Records which assets an adapter has mapped, not what they say, and notes who tracks.
    func mapped(_ ad: any MediationNativeAd) {
      resultOnThisThread(ad) { ad in
        let tracking = AdapterCall.Tracking(
          impressions: answer(ad.handlesUserImpressions) ?? false,
          clicks: answer(ad.handlesUserClicks) ?? false)
        track(tracking)
        record(ad, tracking)
      }
    }

    @MainActor private func record(
      _ ad: any MediationNativeAd, _ tracking: AdapterCall.Tracking
    ) {
      let images = ad.images ?? []
      let names = self.ad
      recorder.record(
        .nativeMapped(
          ad: names.name, unit: names.unit, load: name, headline: isText(ad.headline),
          media: !images.isEmpty || (known(ad.mediaView) ?? nil) != nil, body: isText(ad.body),
          icon: ad.icon != nil, callToAction: isText(ad.callToAction), adChoices: adChoices(ad),
          images: images.count,
          imagesAs: images.isEmpty ? nil : images.allSatisfy { $0.image != nil } ? .image : .url,
          hasVideo: known(ad.hasVideoContent) ?? false,
          handlesImpressions: tracking.impressions, handlesClicks: tracking.clicks,
          extras: ad.extraAssets.map { $0.keys.sorted() }))
    }

    private func isText(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }

    /// Whether the ad has a view of its own for the mark; nil where it has none and the SDK draws it.
    @MainActor private func adChoices(_ ad: any MediationNativeAd) -> Bool? {
      (known(ad.adChoicesView) ?? nil) == nil ? nil : true
    }
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
