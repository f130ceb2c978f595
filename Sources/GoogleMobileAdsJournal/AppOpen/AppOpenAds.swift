internal import AdRecording

#if canImport(GoogleMobileAds)
  public import AdDecider
  public import AdManaging
  internal import AdSession
  internal import Foundation
  public import GoogleMobileAds

  /// The app-open ads of an app: fetched, kept, shown and counted by what `AdDecider` decides.
  ///
  /// ```swift
  /// let appOpen = AppOpenAds(recorder, unit: unit, shows: .file(folder + "/app-open-shows"))
  /// appOpen.closeSplash = { [weak self] _ in self?.showContent() }
  /// appOpen.start()
  /// ```
  ///
  /// It looks at what the recorder records, and at nothing else: life cycle, scenes, consent, the
  /// SDK's answers, other ads, the app's suppressions. So an ``AppObserver`` must be there, and the
  /// app must say when it updated consent and started the SDK. A session that it drives breaks no
  /// rule; the thresholds (ages, intervals, the day's cap) are those of the session's policy.
  ///
  /// Make it before the app has recorded much: it knows of the session what it has seen of it. Of
  /// several for one recorder the oldest acts; when that is gone the next one does. An ad that is up when
  /// the app lets go of it stays until the user closes it, as does the window around it.
  @MainActor public final class AppOpenAds {
    /// The app's delegate for all its ads, not kept alive; one that is set later hears of later ads.
    public weak var delegate: (any FullScreenContentDelegate)?
    /// The app's handler of what the ads earn; one that is set later hears of later ads.
    public var paidEventHandler: ((AdValue) -> Void)?
    /// The view controller to present from in a scene; where it says nil, the SDK finds one.
    public var presenter: @MainActor (UIWindowScene?) -> UIViewController? = { _ in nil }
    /// Takes the app's loading screen down and shows its content.
    ///
    /// It is called once a loading screen: when the ad over it is gone or none comes any more, and in
    /// any case before `splash_max_s`, whether the content is ready or not. By then
    /// `splash.finished` is recorded.
    public var closeSplash: @MainActor (UIWindowScene?) -> Void = { _ in }

    private let recorder: AdRecorder
    private let manager: AppOpenManager?
    private let hands: SDKHands

    /// Makes the manager of one unit.
    ///
    /// - Parameters:
    ///   - recorder: The app's recorder.
    ///   - unit: The ad unit id.
    ///   - profile: What kind of manager it is: over the loading screen at launch and on every
    ///     return, or, as a `DeciderProfile.splashModule`, with requests in the background and a
    ///     window of its own.
    ///   - shows: Where the shows of the day are kept between processes.
    public init(
      _ recorder: AdRecorder, unit: String, profile: DeciderProfile = .appOpenManager,
      shows: ShowStore
    ) {
      // The SDK takes no orientation for app-open ads any more.
      var profile = profile
      profile.givesOrientation = false
      self.recorder = recorder
      hands = SDKHands(recorder)
      manager = AppOpenManager(
        recorder.session, unit: unit, profile: profile, store: shows, main: .dispatch)
      hands.ads = self
      hands.manager = manager
      if manager == nil {
        recorder.record(.note(text: "app-open ads were made too late to know the session"))
      } else if manager?.isFirst == false {
        recorder.record(.note(text: "app-open ads wait until those made before are gone"))
      }
    }

    deinit {
      let (manager, hands) = (manager, hands)
      if MainThread.dispatch.isCurrent() {
        MainActor.assumeIsolated { Self.leave(manager, hands) }
      } else {
        DispatchQueue.main.async { Self.leave(manager, hands) }
      }
    }

    private static func leave(_ manager: AppOpenManager?, _ hands: SDKHands) {
      manager?.leave()
      hands.leave()
    }

    /// Begins to ask for ads and to show them.
    public func start() { manager?.start(by: hands) }

    /// Nothing but an ad keeps the loading screen of a scene up any more.
    public func contentIsReady(in scene: UIWindowScene? = nil) {
      manager?.contentIsReady(in: scene.map { recorder.name(of: $0) })
    }

    /// Why no ad would be shown if the user returned now: a reason of `ad.show_decided`; nil: one
    /// would.
    public func reasonToSkip(in scene: UIWindowScene? = nil) -> String? {
      manager?.reasonToSkip(in: scene.map { recorder.name(of: $0) })
    }
  }

  extension MainThread {
    /// The main queue, which on systems other than Apple's is not always on the first thread.
    static let dispatch: MainThread = {
      let key = DispatchSpecificKey<Void>()
      DispatchQueue.main.setSpecific(key: key, value: ())
      let files = DispatchQueue(label: "adjournal.app-open-shows", qos: .utility)
      return MainThread(
        isCurrent: { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil },
        soon: { action in DispatchQueue.main.async { action() } },
        after: { delay, action in
          DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(delay))) { action() }
        },
        aside: { work in files.async { work() } })
    }()
  }
#endif
