import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The assets of an adapter's ad that the journal mentions.
  nonisolated private struct MappedAssets {
    let headline, body, callToAction: String?
    let icon: NativeAdImage?
    let images: [NativeAdImage]?
    let extras: [String: Any]?
    let hasMediaView, hasAdChoicesView, hasVideo: Bool
    let tracking: AdapterCall.Tracking

    /// Reads the assets; reads a view only if needed, because an adapter may create one each time.
    @MainActor init(_ ad: any MediationNativeAd) {
      (headline, body, callToAction) = (ad.headline, ad.body, ad.callToAction)
      (icon, images, extras) = (ad.icon, ad.images, ad.extraAssets)
      hasMediaView = images?.isEmpty == false || (ThisThread.known(ad.mediaView) ?? nil) != nil
      hasAdChoicesView = (ThisThread.known(ad.adChoicesView) ?? nil) != nil
      hasVideo = ThisThread.known(ad.hasVideoContent) ?? false
      tracking = AdapterCall.Tracking(
        impressions: ThisThread.answer(ad.handlesUserImpressions) ?? false,
        clicks: ThisThread.answer(ad.handlesUserClicks) ?? false)
    }
  }
}

nonisolated extension GoogleJournal.AdapterRecorder {
  /// Records the kinds of assets that an adapter maps, not their content, and the events that it
  /// tracks.
  func mapped(_ ad: any GoogleJournal.MediationNativeAd) {
    let assets = GoogleJournal.ThisThread.result(ad) { GoogleJournal.MappedAssets($0) }
    track(assets.tracking)
    let images = assets.images ?? []
    // An ad whose load is unknown is named like the call.
    let names = self.ad ?? (name, "")
    recorder.record(
      .nativeMapped(
        ad: names.name, unit: names.unit, load: name, headline: isText(assets.headline),
        media: assets.hasMediaView, body: isText(assets.body), icon: assets.icon != nil,
        callToAction: isText(assets.callToAction),
        // Without a view from the adapter, the SDK draws the AdChoices icon.
        adChoices: assets.hasAdChoicesView ? true : nil, images: images.count,
        imagesAs: images.isEmpty ? nil : images.allSatisfy { $0.image != nil } ? .image : .url,
        hasVideo: assets.hasVideo, handlesImpressions: assets.tracking.impressions,
        handlesClicks: assets.tracking.clicks, extras: assets.extras.map { $0.keys.sorted() }))
  }

  private func isText(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }
}

nonisolated extension GoogleJournal.MediationNativeAdConfiguration {
  /// Whether the publisher requests URLs of images only; `nil` if the option is not set.
  ///
  /// The name of the property depends on the SDK's version in Swift, but not in Objective-C.
  var disablesImageLoading: Bool? {
    for option in options {
      guard let option = option as? GoogleJournal.NativeAdImageAdLoaderOptions else { continue }
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
