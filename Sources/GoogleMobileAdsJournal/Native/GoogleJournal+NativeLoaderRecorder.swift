import AdCapture
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The delegate of an ad loader: records loads, inserts a recorder for each ad, and forwards all
  /// calls to the app's delegate.
  nonisolated final class NativeLoaderRecorder: Forwarder, NativeAdLoaderDelegate,
    @unchecked Sendable
  {
    let chain = DelegateChain()
    private let recorder: AdRecorder
    private let lock = NSLock()
    private var open: NativeLoad?

    init(_ recorder: AdRecorder) { self.recorder = recorder }

    override var behind: AnyObject? { chain.front }

    /// Starts a load that the app requested.
    func request(_ load: NativeLoad) {
      let old = lock.withLock {
        defer { open = load }
        return open
      }
      old?.load.end()
    }

    /// The current load; a load that the app started on the SDK's object itself is recorded now.
    private func currentLoad(_ loader: AdLoader) -> NativeLoad {
      if let open = lock.withLock({ open }) { return open }
      let load = NativeLoad(recorder, loader.adUnitID, scene: recorder.loadedScene(nil))
      load.load.requested(nil)
      lock.withLock { open = load }
      return load
    }

    private func end() {
      let ended = lock.withLock {
        defer { open = nil }
        return open
      }
      ended?.load.end()
    }

    func adLoader(_ adLoader: AdLoader, didReceive nativeAd: NativeAd) {
      var ad: RecordedNativeAd?
      nonisolated(unsafe) let sent = nativeAd
      pass("received", adLoader) {
        ad = currentLoad(adLoader).delivered(nativeAd)
      } _: {
        ThisThread.call($0.adLoader(_:didReceive:), $1, sent)
      }
      // The app may have replaced the recorder by its own delegate in the callback.
      ad?.insertRecorders()
    }

    func adLoader(_ adLoader: AdLoader, didFailToReceiveAdWithError error: any Error) {
      pass("failed", adLoader) {
        currentLoad(adLoader).load.failed(error, GoogleJournal.response(in: error))
        end()
      } _: {
        ThisThread.call($0.adLoader(_:didFailToReceiveAdWithError:), $1, error)
      }
    }

    func adLoaderDidFinishLoading(_ adLoader: AdLoader) {
      pass("finished", adLoader) {
        end()
      } _: {
        ThisThread.call($0.adLoaderDidFinishLoading, $1)
      }
    }

    private func pass(
      _ name: String, _ loader: AdLoader, _ record: () -> Void,
      _ body: @MainActor @Sendable (any NativeAdLoaderDelegate, AdLoader) -> Void
    ) {
      chain.pass(name, record: record) { target in
        guard let target = target as? any NativeAdLoaderDelegate else { return }
        ThisThread.run((target, loader)) { body($0.0, $0.1) }
      }
    }
  }
}
