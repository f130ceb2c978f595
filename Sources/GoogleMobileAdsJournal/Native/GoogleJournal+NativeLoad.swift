import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// One load of native ads, from the request to the last ad.
  nonisolated final class NativeLoad: @unchecked Sendable {
    let load: AdLoad
    private let lock = NSLock()
    private var hasDelivered = false

    init(_ recorder: AdRecorder, _ unit: String, scene: String?) {
      load = AdLoad(recorder, unit, .native, scene: scene)
    }

    /// Records that an ad loaded, and inserts its recorder; an ad that was delivered before keeps
    /// its name.
    func delivered(_ ad: NativeAd) -> RecordedNativeAd {
      let known: RecordedNativeAd? = load.recorder.recorder(of: ad)
      let identity = load.loaded(
        GoogleJournal.response(ad.responseInfo), as: known?.id ?? newName(),
        again: known.flatMap { $0.request == load.request.name ? nil : true })
      let recorded = known ?? recorded(ad, identity)
      recorded.insertRecorders()
      return recorded
    }

    /// The name of a new ad; the first one gets the name that was reserved for the load.
    private func newName() -> String {
      lock.withLock {
        defer { hasDelivered = true }
        return hasDelivered ? load.recorder.name(.ad) : load.ad
      }
    }

    private func recorded(_ ad: NativeAd, _ identity: AdIdentity) -> RecordedNativeAd {
      let recorded = RecordedNativeAd(ad, NativeAdRecorder(identity), request: load.request.name)
      load.recorder.attach(recorded, to: ad)
      return recorded
    }
  }
}
