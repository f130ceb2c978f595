import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

/// Recording of custom event adapters, with one line in each load method:
///
/// ```swift
/// func loadInterstitial(
///   for configuration: MediationInterstitialAdConfiguration,
///   completionHandler: @escaping GADMediationInterstitialLoadCompletionHandler
/// ) {
///   let completionHandler = recorder.recorded(
///     completionHandler, of: Self.self, for: configuration)
/// ```
///
/// The journal contains the call, its completion and everything that the adapter reports. The SDK
/// receives one completion, with an ad or an error, and counts each impression and click once.
nonisolated extension GoogleJournal.AdRecorder {
  /// Returns a recorded completion handler for an app-open adapter.
  func recorded(
    _ completion: @escaping GADMediationAppOpenLoadCompletionHandler, of adapter: Any.Type,
    for configuration: GoogleJournal.MediationAdConfiguration
  ) -> GADMediationAppOpenLoadCompletionHandler {
    let call = GoogleJournal.AdapterRecorder(self, adapter, .appOpen, configuration)
    return { ad, error in
      call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
    }
  }

  /// Returns a recorded completion handler for a banner adapter.
  func recorded(
    _ completion: @escaping GADMediationBannerLoadCompletionHandler, of adapter: Any.Type,
    for configuration: GoogleJournal.MediationAdConfiguration
  ) -> GADMediationBannerLoadCompletionHandler {
    let call = GoogleJournal.AdapterRecorder(self, adapter, .banner, configuration)
    return { ad, error in
      call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
    }
  }

  /// Returns a recorded completion handler for an interstitial adapter.
  func recorded(
    _ completion: @escaping GADMediationInterstitialLoadCompletionHandler,
    of adapter: Any.Type, for configuration: GoogleJournal.MediationAdConfiguration
  ) -> GADMediationInterstitialLoadCompletionHandler {
    let call = GoogleJournal.AdapterRecorder(self, adapter, .interstitial, configuration)
    return { ad, error in
      call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
    }
  }

  /// Returns a recorded completion handler for a rewarded or rewarded interstitial adapter.
  func recorded(
    _ completion: @escaping GADMediationRewardedLoadCompletionHandler, of adapter: Any.Type,
    for configuration: GoogleJournal.MediationAdConfiguration,
    format: GoogleJournal.Recorded.Format = .rewarded
  ) -> GADMediationRewardedLoadCompletionHandler {
    let call = GoogleJournal.AdapterRecorder(self, adapter, format, configuration)
    return { ad, error in
      call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
    }
  }

  /// Returns a recorded completion handler for a native adapter.
  ///
  /// The journal also contains the kinds of assets that the adapter maps, and the events that it
  /// tracks.
  func recorded(
    _ completion: @escaping GADMediationNativeLoadCompletionHandler, of adapter: Any.Type,
    for configuration: GoogleJournal.MediationNativeAdConfiguration
  ) -> GADMediationNativeLoadCompletionHandler {
    let call = GoogleJournal.AdapterRecorder(
      self, adapter, .native, configuration,
      disablesImageLoading: configuration.disablesImageLoading)
    return { ad, error in
      call.complete(ad, error) { ad, error in
        let proxy = ad.map { GoogleJournal.MediatedAd($0, call) }
        if let ad { call.mapped(ad) }
        return call.events(for: completion(proxy, error), of: proxy)
      }
    }
  }
}
