import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// A native ad that is recorded.
  ///
  /// The recorder is the delegate of the ad and of its video. If the app sets its own delegates,
  /// the recorder is inserted in front of them: after the callback that delivered the ad, and again
  /// by ``recordRendered(in:viewPassed:)``.
  nonisolated final class RecordedNativeAd: @unchecked Sendable {
    /// The name of the ad in the journal.
    var id: String { recorder.identity.ad }
    /// The ad unit ID.
    var unit: String { recorder.identity.unit }
    /// The name of the load that delivered the ad first.
    let request: String
    private weak var ad: NativeAd?
    private let recorder: NativeAdRecorder
    private let paid = PaidHandler()

    init(_ ad: NativeAd, _ recorder: NativeAdRecorder, request: String) {
      self.ad = ad
      self.request = request
      self.recorder = recorder
    }

    /// Inserts the recorder in front of the delegates and the handler that the app set.
    func insertRecorders() {
      guard let ad else { return }
      insertDelegate(ad)
      insertVideoDelegate(ad.mediaContent.videoController)
      insertPaidHandler(ad)
    }

    private func insertPaidHandler(_ ad: NativeAd) {
      let identity = { GoogleJournal.handlerIdentity(of: ad) { ad.paidEventHandler } }
      guard let token = paid.makeToken(before: identity()) else { return }
      nonisolated(unsafe) let found = ad.paidEventHandler
      // The closure retains the recorder as long as the ad exists.
      ad.paidEventHandler = { [self] value in
        withExtendedLifetime(token) {
          paid.paid(
            value, next: found == nil ? nil : { ThisThread.run($0) { found?($0) } },
            record: { GoogleJournal.paid($0, recorder.identity) })
        }
      }
      paid.didInstall(identity())
    }

    private func insertDelegate(_ ad: NativeAd) {
      let found = ad.delegate
      guard found !== recorder else { return }
      if found != nil { recorder.chain.insert(found) }
      ad.delegate = recorder
    }

    private func insertVideoDelegate(_ controller: VideoController) {
      let found = controller.delegate
      guard found !== recorder.video else { return }
      if found != nil { recorder.video.chain.insert(found) }
      controller.delegate = recorder.video
    }

    /// Records that a view shows the ad.
    ///
    /// - Parameters:
    ///   - view: The view, which determines the scene.
    ///   - viewPassed: Whether the view was passed to the mediated network, if the app does that
    ///     itself.
    @MainActor func recordRendered(in view: UIView? = nil, viewPassed: Bool? = nil) {
      insertRecorders()
      let scene = recorder.identity.recorder.name(ofAny: view?.window?.windowScene)
      recorder.identity.record(
        .nativeRendered(
          ad: id, unit: unit, viewPassed: viewPassed, scene: scene ?? recorder.identity.scene))
    }

    /// Records that the view no longer shows the ad.
    func recordUntracked() {
      recorder.identity.record(.nativeUntracked(ad: id, unit: unit))
    }

    /// Records that the view became visible.
    func recordAppeared() { recorder.identity.record(.viewAppeared(ad: id, unit: unit)) }

    /// Records that the view is no longer visible.
    func recordHidden() { recorder.identity.record(.viewHidden(ad: id, unit: unit)) }

    /// Records that the app discards the ad, with a reason.
    ///
    /// Without this call, `ad.discarded` is recorded when the ad is released.
    func discard(_ reason: Recorded.AdDiscarded.Reason) { recorder.discard(reason) }
  }
}
