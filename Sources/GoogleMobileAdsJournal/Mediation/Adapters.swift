public import AdRecording

#if canImport(GoogleMobileAds)
  internal import Foundation
  public import GoogleMobileAds

  /// One line in each load of a custom event's adapter:
  ///
  /// ```swift
  /// func loadInterstitial(
  ///   for configuration: MediationInterstitialAdConfiguration,
  ///   completionHandler: @escaping GADMediationInterstitialLoadCompletionHandler
  /// ) {
  ///   let completionHandler = recorder.recorded(completionHandler, of: Self.self, for: configuration)
  /// ```
  ///
  /// The journal gets the call, what the adapter does with it, and all that it reports. The SDK gets
  /// one completion, an ad or an error; each impression and click is counted by one of the two.
  extension AdRecorder {
    /// The handler for an app open adapter, recorded.
    public func recorded(
      _ completion: @escaping GADMediationAppOpenLoadCompletionHandler, of adapter: Any.Type,
      for configuration: MediationAdConfiguration
    ) -> GADMediationAppOpenLoadCompletionHandler {
      let call = AdapterRecorder(self, adapter, .appOpen, configuration)
      return { ad, error in
        call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
      }
    }

    /// The handler for a banner adapter, recorded.
    public func recorded(
      _ completion: @escaping GADMediationBannerLoadCompletionHandler, of adapter: Any.Type,
      for configuration: MediationAdConfiguration
    ) -> GADMediationBannerLoadCompletionHandler {
      let call = AdapterRecorder(self, adapter, .banner, configuration)
      return { ad, error in
        call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
      }
    }

    /// The handler for an interstitial adapter, recorded.
    public func recorded(
      _ completion: @escaping GADMediationInterstitialLoadCompletionHandler,
      of adapter: Any.Type, for configuration: MediationAdConfiguration
    ) -> GADMediationInterstitialLoadCompletionHandler {
      let call = AdapterRecorder(self, adapter, .interstitial, configuration)
      return { ad, error in
        call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
      }
    }

    /// The handler for a rewarded adapter, recorded; rewarded interstitials have it, too.
    public func recorded(
      _ completion: @escaping GADMediationRewardedLoadCompletionHandler, of adapter: Any.Type,
      for configuration: MediationAdConfiguration, format: Recorded.Format = .rewarded
    ) -> GADMediationRewardedLoadCompletionHandler {
      let call = AdapterRecorder(self, adapter, format, configuration)
      return { ad, error in
        call.complete(ad, error) { call.events(for: completion($0, $1), of: $0) }
      }
    }

    /// The handler for a native adapter, recorded: which assets it maps, and who tracks.
    public func recorded(
      _ completion: @escaping GADMediationNativeLoadCompletionHandler, of adapter: Any.Type,
      for configuration: MediationNativeAdConfiguration
    ) -> GADMediationNativeLoadCompletionHandler {
      let call = AdapterRecorder(
        self, adapter, .native, configuration,
        disablesImageLoading: configuration.disablesImageLoading)
      return { ad, error in
        call.complete(ad, error) { ad, error in
          let standIn = ad.map { MediatedAd($0, call) }
          if let ad { call.mapped(ad) }
          return call.events(for: completion(standIn, error), of: standIn)
        }
      }
    }
  }
#endif
