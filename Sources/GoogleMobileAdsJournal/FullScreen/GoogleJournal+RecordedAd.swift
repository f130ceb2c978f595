import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// A full-screen ad that an ``AdRecorder`` loaded and records.
  ///
  /// The recorder is the ad's delegate and forwards all calls to ``delegate``. If the app sets a
  /// delegate or a handler on ``ad`` itself, ``present(from:trigger:placement:)`` inserts the
  /// recorder in front of it. If the app sets one after that, it replaces the recorder, and the
  /// journal lacks its calls.
  ///
  /// When a show is requested and when it ends, the recorder looks whether the app's delegate and
  /// handler are still there, and records `ad.delegate_lost` if one is not. The SDK does not retain
  /// a delegate.
  @MainActor final class RecordedAd<Ad: RecordableAd>: Sendable {
    /// The name of the ad in the journal.
    nonisolated let id: String
    /// The ad unit ID.
    nonisolated let unit: String
    /// The name of the scene of the load; `nil` for none.
    nonisolated let scene: String?
    nonisolated let recorder: FullScreenRecorder
    private nonisolated(unsafe) let sdkAd: Ad
    private var paid: PaidHandler { recorder.paid }

    nonisolated init(_ ad: Ad, _ recorder: FullScreenRecorder) {
      let identity = recorder.identity
      (id, unit, scene) = (identity.ad, identity.unit, identity.scene)
      self.recorder = recorder
      sdkAd = ad
      let found = ad.fullScreenContentDelegate
      if found != nil, found !== recorder { recorder.chain.insert(found) }
      ad.fullScreenContentDelegate = recorder
    }

    /// The SDK's ad.
    var ad: Ad { sdkAd }

    /// The app's delegate; not retained, as by the SDK.
    var delegate: (any FullScreenContentDelegate)? {
      get { recorder.chain.front as? any FullScreenContentDelegate }
      set {
        recorder.chain.setAppDelegate(newValue)
        sdkAd.fullScreenContentDelegate = recorder
        if newValue != nil { recorder.identity.record(.adDelegateSet(ad: id, unit: unit)) }
      }
    }

    /// The app's paid event handler.
    var paidEventHandler: ((AdValue) -> Void)? {
      get { paid.app }
      set {
        paid.app = newValue
        insertPaidHandler(chaining: false)
        if newValue != nil { recorder.identity.record(.adPaidHandlerSet(ad: id, unit: unit)) }
      }
    }

    /// Throws the error of the SDK if the ad cannot be presented from a view controller.
    ///
    /// The check is recorded if its scene is known: if the request named one, or if an
    /// ``AppObserver`` observes the app's windows.
    func canPresent(from viewController: UIViewController?) throws {
      let identity = recorder.identity
      let scene = identity.recorder.presentedScene(
        load: scene, presenting: viewController?.viewIfLoaded?.window?.windowScene)
      do {
        try sdkAd.sdkCanPresent(from: viewController)
        identity.checked(in: scene, nil)
      } catch {
        identity.checked(in: scene, error)
        throw error
      }
    }

    /// Records that the app discards the ad, with a reason.
    ///
    /// Without this call, `ad.discarded` is recorded when the ad is released.
    func discard(_ reason: Recorded.AdDiscarded.Reason) { recorder.discard(reason) }

    /// Inserts the recorder again, records the call and presents the ad.
    fileprivate func present(
      from viewController: UIViewController?, _ trigger: Recorded.Trigger?, _ placement: String?,
      _ body: () -> Void
    ) {
      insertDelegate()
      insertPaidHandler(chaining: true)
      let identity = recorder.identity
      let scene = identity.recorder.presentedScene(
        load: scene, presenting: viewController?.viewIfLoaded?.window?.windowScene)
      recorder.presentedScene = scene
      identity.recorder.showIsRequested()
      identity.record(
        .adPresentRequested(
          ad: id, unit: unit, format: identity.format, scene: scene, trigger: trigger,
          placement: placement))
      recorder.chain.withNewCalls(body)
    }

    private func insertDelegate() {
      let found = sdkAd.fullScreenContentDelegate
      if recorder.chain.takeLoss() || found == nil { recorder.identity.lost(.delegate) }
      guard found !== recorder else { return }
      recorder.chain.insert(found)
      sdkAd.fullScreenContentDelegate = recorder
      if found != nil { recorder.identity.record(.adDelegateSet(ad: id, unit: unit)) }
    }

    /// Sets the recorder's paid event handler: in front of one that the app set on the ad itself if
    /// it is chaining, else instead of it.
    private func insertPaidHandler(chaining isChaining: Bool) {
      guard let token = isChaining ? paid.makeToken() : paid.makeReplacementToken() else { return }
      let (paid, recorder) = (paid, recorder)
      // The closure retains the recorder as long as the ad can be shown.
      let hasFound = sdkAd.sdkSetPaidHandler { value, found in
        withExtendedLifetime(token) {
          paid.paid(value, next: isChaining ? found : nil) {
            GoogleJournal.paid($0, recorder.identity)
          }
        }
      }
      if isChaining { recordPaidHandler(hasFound) }
      paid.isInstalled = true
    }

    /// Records that the app set a handler on the SDK's ad, or removed the one that it gave.
    private func recordPaidHandler(_ isThere: Bool) {
      switch (isThere, paid.isInstalled) {
      case (true, false): recorder.identity.record(.adPaidHandlerSet(ad: id, unit: unit))
      case (false, true):
        if paid.app != nil { recorder.identity.lost(.paidHandler) }
        paid.app = nil
      default: break
      }
    }
  }
}

extension GoogleJournal.RecordedAd where Ad: GoogleJournal.UnrewardedAd {
  /// Presents the ad; from `nil`, over the frontmost view controller.
  func present(
    from viewController: GoogleJournal.UIViewController?,
    trigger: GoogleJournal.Recorded.Trigger? = nil,
    placement: String? = nil
  ) {
    present(from: viewController, trigger, placement) { ad.sdkPresent(from: viewController) }
  }
}

extension GoogleJournal.RecordedAd where Ad: GoogleJournal.RewardingAd {
  /// Presents the ad; calls the handler when the user earns the reward.
  func present(
    from viewController: GoogleJournal.UIViewController?,
    trigger: GoogleJournal.Recorded.Trigger? = nil,
    placement: String? = nil, userDidEarnRewardHandler: @escaping () -> Void
  ) {
    nonisolated(unsafe) let (handler, rewarding) = (userDidEarnRewardHandler, ad.adReward)
    let recorder = recorder
    present(from: viewController, trigger, placement) {
      ad.sdkPresent(from: viewController) {
        recorder.identity.earned(rewarding.type, amount: rewarding.amount.doubleValue)
        handler()
      }
    }
  }

  /// Records that the app granted the reward; by default the reward of the ad.
  func recordGrant(type: String? = nil, amount: Double? = nil) {
    recorder.identity.record(
      .adRewardGranted(
        ad: id, unit: unit, type: type ?? ad.adReward.type,
        amount: amount ?? ad.adReward.amount.doubleValue))
  }
}
