import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The delegate of a native ad's video: records each call and forwards it to the app's delegate.
  nonisolated final class VideoRecorder: Forwarder, VideoControllerDelegate, @unchecked Sendable {
    private let identity: AdIdentity
    let chain = DelegateChain()

    init(_ identity: AdIdentity) { self.identity = identity }

    override var behind: AnyObject? { chain.front }

    func videoControllerDidPlayVideo(_ videoController: VideoController) {
      let event = Recorded.Event.videoPlayed(ad: identity.ad, unit: identity.unit)
      pass("played", videoController, event) { ThisThread.call($0.videoControllerDidPlayVideo, $1) }
    }

    func videoControllerDidPauseVideo(_ videoController: VideoController) {
      let event = Recorded.Event.videoPaused(ad: identity.ad, unit: identity.unit)
      pass("paused", videoController, event) {
        ThisThread.call($0.videoControllerDidPauseVideo, $1)
      }
    }

    func videoControllerDidEndVideoPlayback(_ videoController: VideoController) {
      let event = Recorded.Event.videoEnded(ad: identity.ad, unit: identity.unit)
      pass("ended", videoController, event) {
        ThisThread.call($0.videoControllerDidEndVideoPlayback, $1)
      }
    }

    func videoControllerDidMuteVideo(_ videoController: VideoController) {
      let event = Recorded.Event.videoMuted(ad: identity.ad, unit: identity.unit)
      pass("muted", videoController, event) { ThisThread.call($0.videoControllerDidMuteVideo, $1) }
    }

    func videoControllerDidUnmuteVideo(_ videoController: VideoController) {
      let event = Recorded.Event.videoUnmuted(ad: identity.ad, unit: identity.unit)
      pass("unmuted", videoController, event) {
        ThisThread.call($0.videoControllerDidUnmuteVideo, $1)
      }
    }

    private func pass(
      _ name: String, _ controller: VideoController, _ event: some VocabularyEvent,
      _ body: @MainActor @Sendable (any VideoControllerDelegate, VideoController) -> Void
    ) {
      chain.pass(name, record: { identity.record(event) }) { target in
        guard let target = target as? any VideoControllerDelegate else { return }
        ThisThread.run((target, controller)) { body($0.0, $0.1) }
      }
    }
  }
}
