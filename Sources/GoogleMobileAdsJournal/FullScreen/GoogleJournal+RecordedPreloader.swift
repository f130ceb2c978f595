// The preloaders are in the SDK's beta module, which exists since version 13.3.
#if canImport(GoogleMobileAds_Private)
  import AdCapture
  import AdRecording
  import AppJournal
  import Foundation
  import GoogleMobileAds
  import GoogleMobileAds_Private

  extension GoogleJournal {
    typealias PreloadConfigurationV2 = GoogleMobileAds_Private.PreloadConfigurationV2
    typealias PreloadDelegate = GoogleMobileAds_Private.PreloadDelegate

    /// A preloader of the SDK, such as `InterstitialAdPreloader`, that a recorder can record.
    ///
    /// The four classes of the SDK have these methods in common, but no common type.
    nonisolated protocol RecordablePreloader: AnyObject {
      /// The class of the ads.
      associatedtype Ad: RecordableAd

      /// Starts to keep ads ready; returns false if the SDK refuses.
      @MainActor func preload(
        for preloadID: String, configuration: PreloadConfigurationV2,
        delegate: (any PreloadDelegate)?
      ) -> Bool
      /// Returns whether an ad is ready.
      @MainActor func isAdAvailable(with preloadID: String) -> Bool
      /// Returns a ready ad, which the preloader then replaces; `nil` for none.
      @MainActor func ad(with preloadID: String) -> Ad?
      /// Stops to keep ads ready, and releases those that are.
      @MainActor func stopPreloadingAndRemoveAds(for preloadID: String)
    }
  }

  nonisolated extension AppOpenAdPreloader: GoogleJournal.RecordablePreloader {}
  nonisolated extension InterstitialAdPreloader: GoogleJournal.RecordablePreloader {}
  nonisolated extension RewardedAdPreloader: GoogleJournal.RecordablePreloader {}
  nonisolated extension RewardedInterstitialAdPreloader: GoogleJournal.RecordablePreloader {}
  nonisolated extension GoogleJournal.AdRecorder {
    /// Starts a preloader of the SDK, and records it from now on; call it once for each unit.
    ///
    /// ```swift
    /// let interstitials = recorder.preload(
    ///   with: InterstitialAdPreloader.shared, PreloadConfigurationV2(adUnitID: unit))
    /// ```
    ///
    /// - Parameters:
    ///   - preloader: The shared preloader of the format.
    ///   - configuration: The unit, the request and the number of ads, as for the SDK.
    ///   - id: The name under which the SDK knows the ads; `nil` for the unit.
    ///   - delegate: The app's delegate, which is not retained.
    /// - Returns: What the app calls instead of the preloader; `nil` if the SDK refuses to start
    ///   it.
    @MainActor func preload<Preloader: GoogleJournal.RecordablePreloader>(
      with preloader: Preloader, _ configuration: GoogleJournal.PreloadConfigurationV2,
      id: String? = nil,
      delegate: (any GoogleJournal.PreloadDelegate)? = nil
    ) -> GoogleJournal.RecordedPreloader<Preloader>? {
      let (unit, format) = (configuration.adUnitID, Preloader.Ad.recordedFormat)
      let events = GoogleJournal.PreloadRecorder(self, unit, format, delegate)
      let count = configuration.bufferSize
      record(
        .preloadStarted(unit: unit, format: format, count: count > 0 ? Int(clamping: count) : nil))
      GoogleJournal.Lifetime.keep(events, with: preloader)
      let recorded = GoogleJournal.RecordedPreloader(self, preloader, configuration, id ?? unit)
      if preloader.preload(for: recorded.id, configuration: configuration, delegate: events) {
        return recorded
      }
      record(.preloadStopped(unit: unit, format: format))
      return nil
    }

  }

  extension GoogleJournal {
    /// A preloader of the SDK that is recorded.
    @MainActor final class RecordedPreloader<Preloader: RecordablePreloader> {
      /// The ad unit ID.
      let unit: String
      /// The name under which the SDK knows the ads.
      let id: String
      private let recorder: AdRecorder
      private let preloader: Preloader
      private let request: Request

      init(
        _ recorder: AdRecorder, _ preloader: Preloader, _ configuration: PreloadConfigurationV2,
        _ id: String
      ) {
        (unit, request) = (configuration.adUnitID, configuration.request)
        self.recorder = recorder
        self.preloader = preloader
        self.id = id
      }

      /// Whether an ad is ready.
      var isAdAvailable: Bool { preloader.isAdAvailable(with: id) }

      /// Takes a ready ad, which the SDK then replaces; `nil` for none, and nothing is recorded.
      ///
      /// Take an ad when you show it, not earlier. It is recorded as a request with the reason
      /// `preload` and its ad, without a latency.
      ///
      /// - Parameter placement: The app's name of the place of the ad, for the journal.
      func ad(placement: String? = nil) -> RecordedAd<Preloader.Ad>? {
        guard isAdAvailable else { return nil }
        let load = FullScreenLoad<Preloader.Ad>(recorder, unit, request, .preload)
        load.requested(nil, placement)
        return load.ended(preloader.ad(with: id), nil)
      }

      /// Tells the SDK to keep no ads ready any more, and to release those that are.
      func stop() {
        preloader.stopPreloadingAndRemoveAds(for: id)
        recorder.record(.preloadStopped(unit: unit, format: Preloader.Ad.recordedFormat))
      }
    }

    /// The delegate of a preloader: records each call and forwards it to the app's delegate.
    nonisolated final class PreloadRecorder: Forwarder, PreloadDelegate, @unchecked Sendable {
      private let recorder: AdRecorder
      private let unit: String
      private let format: Recorded.Format
      private weak var target: (any PreloadDelegate)?

      init(
        _ recorder: AdRecorder, _ unit: String, _ format: Recorded.Format,
        _ target: (any PreloadDelegate)?
      ) {
        self.recorder = recorder
        self.unit = unit
        self.format = format
        self.target = target
      }

      override var behind: AnyObject? { target }

      func adAvailable(forPreloadID preloadID: String, responseInfo: ResponseInfo) {
        recorder.record(.preloadAvailable(unit: unit, format: format))
        nonisolated(unsafe) let info = responseInfo
        send { ThisThread.call($0.adAvailable(forPreloadID:responseInfo:), preloadID, info) }
      }

      func adsExhausted(forPreloadID preloadID: String) {
        recorder.record(.preloadExhausted(unit: unit, format: format))
        send { ThisThread.call($0.adsExhausted(forPreloadID:), preloadID) }
      }

      func adFailedToPreload(forPreloadID preloadID: String, error: any Error) {
        recorder.failedToPreload(unit, format, error)
        send { ThisThread.call($0.adFailedToPreload(forPreloadID:error:), preloadID, error) }
      }

      private func send(_ body: @MainActor @Sendable (any PreloadDelegate) -> Void) {
        if let target { ThisThread.run(target) { body($0) } }
      }
    }
  }

  nonisolated extension GoogleJournal.AdRecorder {
    /// Records a load of a preloader, which is known only because it failed.
    fileprivate func failedToPreload(
      _ unit: String, _ format: GoogleJournal.Recorded.Format, _ error: any Error
    ) {
      let load = GoogleJournal.AdLoad(self, unit, format, scene: nil)
      load.end()
      load.requested(.preload)
      load.failed(error, GoogleJournal.response(in: error))
    }
  }
#endif
