internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AppJournal
  internal import Foundation
  internal import GoogleMobileAds

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
      send(target) { call($0.reportImpression) }
    }

    func reportClick() {
      recorder.reported(.click)
      guard recorder.forwardsClickToSDK() else { return }
      send(target) { call($0.reportClick) }
    }

    func willPresentFullScreenView() {
      recorder.reported(.willPresent)
      send(target) { call($0.willPresentFullScreenView) }
    }

    func didFailToPresentWithError(_ error: any Error) {
      recorder.reported(.failedToPresent)
      send(target) { call($0.didFailToPresentWithError(_:), error) }
    }

    func willDismissFullScreenView() {
      recorder.reported(.willDismiss)
      send(target) { call($0.willDismissFullScreenView) }
    }

    func didDismissFullScreenView() {
      recorder.reported(.dismissed)
      send(target) { call($0.didDismissFullScreenView) }
    }

    func didRewardUser() {
      recorder.reported(.reward)
      send(target as? any MediationRewardedAdEventDelegate) { call($0.didRewardUser) }
    }

    func didStartVideo() {
      recorder.reported(.video)
      send(target as? any MediationRewardedAdEventDelegate) { call($0.didStartVideo) }
    }

    /// Rewarded and native ads both have this method.
    func didEndVideo() {
      recorder.reported(.video)
      send(target as? any MediationRewardedAdEventDelegate) { call($0.didEndVideo) }
      send(target as? any MediationNativeAdEventDelegate) { call($0.didEndVideo) }
    }

    func didPlayVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { call($0.didPlayVideo) }
    }

    func didPauseVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { call($0.didPauseVideo) }
    }

    func didMuteVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { call($0.didMuteVideo) }
    }

    func didUnmuteVideo() {
      recorder.reported(.video)
      send(target as? any MediationNativeAdEventDelegate) { call($0.didUnmuteVideo) }
    }

    /// Three formats have this method; each object of the SDK belongs to one of them.
    func willBackgroundApplication() {
      if let native = target as? any MediationNativeAdEventDelegate {
        send(native) { call($0.willBackgroundApplication) }
      } else if let banner = target as? any MediationBannerAdEventDelegate {
        send(banner) { call($0.willBackgroundApplication) }
      } else {
        send(target as? any MediationInterstitialAdEventDelegate) {
          call($0.willBackgroundApplication)
        }
      }
    }

    private func send<Target>(_ target: Target?, _ body: @MainActor (Target) -> Void) {
      if let target { onThisThread(target, body) }
    }
  }
#endif
