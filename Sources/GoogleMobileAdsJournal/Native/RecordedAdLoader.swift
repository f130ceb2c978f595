public import AdRecording

#if canImport(GoogleMobileAds)
  internal import Foundation
  public import GoogleMobileAds

  extension AdRecorder {
    /// Records what an ad loader does from now on; keep what it returns, which keeps the loader.
    ///
    /// Its ads are found again by ``recorded(_:)``. A loader that is recorded already is not recorded
    /// twice.
    @MainActor public func observe(_ loader: AdLoader) -> RecordedAdLoader {
      RecordedAdLoader(loader, self)
    }
  }

  /// An ad loader whose ads are recorded.
  @MainActor public final class RecordedAdLoader {
    /// The loader of the SDK.
    public let loader: AdLoader
    private let recorder: AdRecorder
    private let delegateRecorder: NativeLoaderRecorder

    init(_ loader: AdLoader, _ recorder: AdRecorder) {
      self.loader = loader
      self.recorder = recorder
      delegateRecorder = recorder.keep(for: loader) { NativeLoaderRecorder(recorder) }
      takeDelegate()
    }

    /// The app's delegate; not kept alive, as the SDK does not.
    public var delegate: (any NativeAdLoaderDelegate)? {
      get { delegateRecorder.chain.front as? any NativeAdLoaderDelegate }
      set {
        delegateRecorder.chain.give(newValue)
        loader.delegate = delegateRecorder
      }
    }

    /// Loads ads.
    ///
    /// - Parameters:
    ///   - request: What is asked for; its scene is the slot.
    ///   - count: How many ads are asked for; nil for one.
    ///   - reason: Why the app loads now.
    ///   - isTest: Whether a test ad is asked for.
    public func load(
      _ request: Request? = nil, count: Int? = nil, reason: Recorded.AdRequested.Reason? = nil,
      isTest: Bool? = nil
    ) {
      takeDelegate()
      let load = NativeLoad(
        recorder, loader.adUnitID, scene: recorder.loadedScene(request?.scene))
      load.requested(reason, count: count, isTest)
      delegateRecorder.request(load)
      delegateRecorder.chain.anew { loader.load(request) }
    }

    private func takeDelegate() {
      let found = loader.delegate
      guard found !== delegateRecorder else { return }
      if found != nil { delegateRecorder.chain.find(found) }
      loader.delegate = delegateRecorder
    }
  }
#endif
