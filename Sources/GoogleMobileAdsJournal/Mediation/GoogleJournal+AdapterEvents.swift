import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The delegate to which an adapter reports: records each report and forwards it to the SDK.
  ///
  /// A repeated impression, and events that the SDK tracks itself, are not forwarded.
  nonisolated final class AdapterEvents: Forwarder, MediationAppOpenAdEventDelegate,
    MediationBannerAdEventDelegate, MediationInterstitialAdEventDelegate,
    MediationRewardedAdEventDelegate, MediationNativeAdEventDelegate, @unchecked Sendable
  {
    private let recorder: AdapterRecorder
    private weak var target: (any MediationAdEventDelegate)?

    init(_ recorder: AdapterRecorder, _ target: any MediationAdEventDelegate) {
      self.recorder = recorder
      self.target = target
    }

    override var behind: AnyObject? { target }

    func reportImpression() {
      recorder.reported(.impression)
      guard recorder.forwardsImpressionToSDK() else { return }
      send(target) { ThisThread.call($0.reportImpression) }
    }

    func reportClick() {
      recorder.reported(.click)
      guard recorder.forwardsClickToSDK() else { return }
      send(target) { ThisThread.call($0.reportClick) }
    }

    func willPresentFullScreenView() {
      recorder.reported(.willPresent)
      send(target) { ThisThread.call($0.willPresentFullScreenView) }
    }

    func didFailToPresentWithError(_ error: any Error) {
      recorder.reported(.failedToPresent)
      send(target) { ThisThread.call($0.didFailToPresentWithError(_:), error) }
    }

    func willDismissFullScreenView() {
      recorder.reported(.willDismiss)
      send(target) { ThisThread.call($0.willDismissFullScreenView) }
    }

    func didDismissFullScreenView() {
      recorder.reported(.dismissed)
      send(target) { ThisThread.call($0.didDismissFullScreenView) }
    }

    func didRewardUser() {
      recorder.reported(.reward)
      send(target as? any MediationRewardedAdEventDelegate) { ThisThread.call($0.didRewardUser) }
    }

    func didStartVideo() {
      recorder.reported(.video)
      send(target as? any MediationRewardedAdEventDelegate) { ThisThread.call($0.didStartVideo) }
    }

    /// Rewarded and native ads both have this method.
    func didEndVideo() {
      recorder.reported(.video)
      send(target as? any MediationRewardedAdEventDelegate) { ThisThread.call($0.didEndVideo) }
      send(target as? any MediationNativeAdEventDelegate) { ThisThread.call($0.didEndVideo) }
    }

    func didPlayVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { ThisThread.call($0.didPlayVideo) }
    }

    func didPauseVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { ThisThread.call($0.didPauseVideo) }
    }

    func didMuteVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { ThisThread.call($0.didMuteVideo) }
    }

    func didUnmuteVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { ThisThread.call($0.didUnmuteVideo) }
    }

    /// Three formats have this method; each object of the SDK belongs to one of them.
    func willBackgroundApplication() {
      if let native = target as? any MediationNativeAdEventDelegate {
        send(native) { ThisThread.call($0.willBackgroundApplication) }
      } else if let banner = target as? any MediationBannerAdEventDelegate {
        send(banner) { ThisThread.call($0.willBackgroundApplication) }
      } else {
        send(target as? any MediationInterstitialAdEventDelegate) {
          ThisThread.call($0.willBackgroundApplication)
        }
      }
    }

    private func send<Target>(_ target: Target?, _ body: @MainActor @Sendable (Target) -> Void) {
      if let target { ThisThread.run(target) { body($0) } }
    }
  }
}
