internal import Platform
public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  public import GoogleMobileAds

  /// A full-screen ad that was loaded by an ``AdRecorder``, under its name in the journal.
  ///
  /// The recorder is the ad's delegate and passes all on to ``delegate``. A delegate or a handler that
  /// the app sets on ``ad`` itself is found when the ad is presented by ``present(from:trigger:)``, and
  /// hears everything from then on; one that is set later takes the recorder's place, and the
  /// journal then lacks what it hears.
  @MainActor public final class RecordedAd<Ad: RecordableAd> {
    /// The ad's name in the journal.
    public nonisolated let id: String
    /// The ad unit id.
    public nonisolated let unit: String
    /// The scene that the load named; nil for none.
    public nonisolated let scene: String?
    /// When it was loaded, for its age: nanoseconds on the clock of the journal.
    public nonisolated let loadedAt: Int64
    nonisolated let recorder: FullScreenRecorder
    private nonisolated(unsafe) let sdkAd: Ad
    private let paid = PaidHandler()
    private var isPaidHandlerSet = false

    nonisolated init(_ ad: Ad, _ recorder: FullScreenRecorder) {
      let identity = recorder.identity
      (id, unit, scene) = (identity.ad, identity.unit, identity.scene)
      loadedAt = SystemCalls.live.now()
      self.recorder = recorder
      sdkAd = ad
      ad.fullScreenContentDelegate = recorder
      Lifetime.tie(recorder, to: ad)
    }

    /// The ad of the SDK.
    public var ad: Ad { sdkAd }

    /// The app's delegate; not kept alive, as the SDK does not.
    public var delegate: (any FullScreenContentDelegate)? {
      get { recorder.chain.front as? any FullScreenContentDelegate }
      set {
        recorder.chain.give(newValue)
        sdkAd.fullScreenContentDelegate = recorder
        if newValue != nil { recorder.identity.record(.adDelegateSet(ad: id, unit: unit)) }
      }
    }

    /// The app's handler of what the ad earns.
    public var paidEventHandler: ((AdValue) -> Void)? {
      get { paid.app }
      set {
        paid.app = newValue
        takePaidHandler(before: false)
        if newValue != nil { recorder.identity.record(.adPaidHandlerSet(ad: id, unit: unit)) }
      }
    }

    /// Whether the ad can be presented from a view controller; throws why not, as the SDK does.
    ///
    /// It is recorded where a scene can be named: that of the request, or where an ``AppObserver``
    /// knows the app's windows.
    public func canPresent(from presenter: UIViewController?) throws {
      let identity = recorder.identity
      let scene = identity.recorder.presentedScene(
        load: scene, presenter: presenter?.viewIfLoaded?.window?.windowScene)
      do {
        try sdkAd.sdkCanPresent(from: presenter)
        identity.checked(in: scene, nil)
      } catch {
        identity.checked(in: scene, error)
        throw error
      }
    }

    /// Says that the app drops the ad, and why; without it the journal says so when the ad is gone.
    public func discard(_ reason: Recorded.AdDiscarded.Reason) { recorder.discard(reason) }

    /// Takes its places again, records the call and makes it.
    fileprivate func present(
      from presenter: UIViewController?, _ trigger: Recorded.Trigger?, _ body: () -> Void
    ) {
      takeDelegate()
      takePaidHandler(before: true)
      let identity = recorder.identity
      let scene = identity.recorder.presentedScene(
        load: scene, presenter: presenter?.viewIfLoaded?.window?.windowScene)
      recorder.presentedScene = scene
      identity.record(
        .adPresentRequested(
          ad: id, unit: unit, format: identity.format, scene: scene, trigger: trigger))
      recorder.chain.anew(body)
    }

    private func takeDelegate() {
      let found = sdkAd.fullScreenContentDelegate
      guard found !== recorder else { return }
      recorder.chain.find(found)
      sdkAd.fullScreenContentDelegate = recorder
      if found != nil { recorder.identity.record(.adDelegateSet(ad: id, unit: unit)) }
    }

    /// Sets the recorder's handler; it goes before one that the app has set on the ad itself, and in
    /// the place of one that the app has given up for another.
    private func takePaidHandler(before goesOn: Bool) {
      guard let hold = goesOn ? paid.takePlace() : paid.replace() else { return }
      let (paid, recorder) = (paid, recorder)
      // The closure keeps the delegate alive for as long as the ad can be shown.
      let hasFound = sdkAd.sdkSetPaidHandler { value, found in
        withExtendedLifetime(hold) {
          paid.paid(value, next: goesOn ? found : nil, record: recorder.identity.paid)
        }
      }
      if goesOn, hasFound, !isPaidHandlerSet {
        recorder.identity.record(.adPaidHandlerSet(ad: id, unit: unit))
      }
      if goesOn, !hasFound, isPaidHandlerSet { paid.app = nil }
      isPaidHandlerSet = true
    }
  }

  extension RecordedAd where Ad: UnrewardedAd {
    /// Presents the ad; from nil, over whatever is in front.
    public func present(from presenter: UIViewController?, trigger: Recorded.Trigger? = nil) {
      present(from: presenter, trigger) { ad.sdkPresent(from: presenter) }
    }
  }

  extension RecordedAd where Ad: RewardingAd {
    /// Presents the ad; the handler is called when the user has earned the reward.
    public func present(
      from presenter: UIViewController?, trigger: Recorded.Trigger? = nil,
      userDidEarnRewardHandler: @escaping () -> Void
    ) {
      nonisolated(unsafe) let (handler, rewarding) = (userDidEarnRewardHandler, ad.adReward)
      let recorder = recorder
      present(from: presenter, trigger) {
        ad.sdkPresent(from: presenter) {
          recorder.identity.earned(rewarding)
          handler()
        }
      }
    }

    /// Says that the app gave the user the reward.
    public func recordGrant(type: String? = nil, amount: Double? = nil) {
      recorder.identity.record(
        .adRewardGranted(
          ad: id, unit: unit, type: type ?? ad.adReward.type,
          amount: amount ?? ad.adReward.amount.doubleValue))
    }
  }
#endif
