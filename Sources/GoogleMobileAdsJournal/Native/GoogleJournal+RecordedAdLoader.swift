import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

nonisolated extension GoogleJournal.AdRecorder {
  /// Records an ad loader from now on; keep the returned object, which retains the loader.
  ///
  /// Use ``recorded(_:)`` to get the recorded ad of an SDK's ad. Observing a loader again does
  /// not record it twice.
  @MainActor func observe(_ loader: GoogleJournal.AdLoader) -> GoogleJournal.RecordedAdLoader {
    GoogleJournal.RecordedAdLoader(loader, self)
  }

  /// Returns the recorded ad of an SDK's native ad; `nil` if this recorder did not load it.
  func recorded(_ ad: GoogleJournal.NativeAd) -> GoogleJournal.RecordedNativeAd? {
    recorder(of: ad)
  }
}

extension GoogleJournal {
  /// A loader of native ads that is recorded.
  @MainActor final class RecordedAdLoader {
    /// The SDK's loader.
    let loader: AdLoader
    private let recorder: AdRecorder
    private let delegateRecorder: NativeLoaderRecorder

    init(_ loader: AdLoader, _ recorder: AdRecorder) {
      self.loader = loader
      self.recorder = recorder
      delegateRecorder = recorder.attachedRecorder(of: loader) { NativeLoaderRecorder(recorder) }
      insertDelegate()
    }

    /// The app's delegate; not retained, as by the SDK.
    var delegate: (any NativeAdLoaderDelegate)? {
      get { delegateRecorder.chain.front as? any NativeAdLoaderDelegate }
      set {
        delegateRecorder.chain.setAppDelegate(newValue)
        loader.delegate = delegateRecorder
      }
    }

    /// Loads native ads.
    ///
    /// - Parameters:
    ///   - request: The request of the SDK; its scene and the unit are the slot of the ads.
    ///   - count: The number of requested ads, for the journal; `nil` for one.
    ///   - reason: The reason of the load, for the journal.
    ///   - isTest: Whether the request is for test ads, for the journal.
    ///   - placement: The app's name of the place of the ads, for the journal.
    func load(
      _ request: Request? = nil, count: Int? = nil, reason: Recorded.AdRequested.Reason? = nil,
      isTest: Bool? = nil, placement: String? = nil
    ) {
      insertDelegate()
      let load = NativeLoad(
        recorder, loader.adUnitID, scene: recorder.loadedScene(request?.scene))
      load.load.requested(reason, count: count, isTest: isTest, placement: placement)
      delegateRecorder.request(load)
      delegateRecorder.chain.withNewCalls { loader.load(request) }
    }

    private func insertDelegate() {
      let found = loader.delegate
      guard found !== delegateRecorder else { return }
      if found != nil { delegateRecorder.chain.insert(found) }
      loader.delegate = delegateRecorder
    }
  }
}
