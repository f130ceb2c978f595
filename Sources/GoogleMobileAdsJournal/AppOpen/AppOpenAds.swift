internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AppJournal
  public import AdDecider
  public import AdManaging
  internal import AdSession
  internal import Foundation
  public import GoogleMobileAds

  /// Loads, keeps, shows and counts the app-open ads of an app, so that no rule is violated.
  ///
  /// ```swift
  /// let appOpen = AppOpenAds(recorder, unit: unit, shows: .file(folder + "/app-open-shows"))
  /// appOpen.closeSplash = { [weak self] _ in self?.showContent() }
  /// appOpen.start()
  /// ```
  ///
  /// Its decisions depend only on the records: life cycle, scenes, consent, SDK callbacks, other
  /// ads, suppressions. So your app needs an ``AppObserver``, and must record consent and the start
  /// of the SDK. The thresholds are those of the session's policy, `SessionFacts.policy`. There
  /// your app sets its daily cap, its shortest absence and its first launches without ads; without
  /// a value there is no such limit.
  ///
  /// Create it right after the recorder, because it must know the session from its beginning. If
  /// there are several for one recorder, only the oldest acts; when it is released, the next one
  /// does. If it is released while an ad is shown, the ad and its window stay until the user closes
  /// the ad.
  @MainActor public final class AppOpenAds {
    /// The delegate of all ads that load after it is set; not retained.
    public weak var delegate: (any FullScreenContentDelegate)?
    /// The paid event handler of all ads that load after it is set.
    public var paidEventHandler: ((AdValue) -> Void)?
    /// Returns the view controller to present from in a scene; for `nil`, the SDK finds one.
    public var presentingController: @MainActor (UIWindowScene?) -> UIViewController? = { _ in nil }
    /// Closes the app's loading screen and shows its content.
    ///
    /// It is called once per loading screen: when the ad over it is dismissed or no ad will come,
    /// and at the latest after `splash_max_s`, even if the content is not ready. `splash.finished`
    /// is recorded before the call.
    public var closeSplash: @MainActor (UIWindowScene?) -> Void = { _ in }

    private let recorder: AdRecorder
    private let manager: AppOpenManager?
    private let presenter: SDKAppOpenAdPresenter

    /// Creates the app-open ads of one ad unit; call ``start()`` to begin.
    ///
    /// - Parameters:
    ///   - recorder: The app's recorder.
    ///   - unit: The ad unit ID.
    ///   - profile: The kind of manager: `appOpenManager` shows ads over the loading screen and on
    ///     every return; `splashModule` also requests ads in the background and shows them in a
    ///     window of its own.
    ///   - shows: The store of shows for the daily cap across sessions.
    public init(
      _ recorder: AdRecorder, unit: String, profile: DeciderProfile = .appOpenManager,
      shows: ShowStore
    ) {
      // The SDK no longer has an orientation parameter for app-open ads.
      var profile = profile
      profile.givesOrientation = false
      self.recorder = recorder
      presenter = SDKAppOpenAdPresenter(recorder)
      manager = AppOpenManager(
        recorder.session, unit: unit, profile: profile, store: shows, main: .dispatch)
      presenter.ads = self
      presenter.manager = manager
      if manager == nil {
        recorder.record(.note(text: "AppOpenAds was created too late: records are missing"))
      } else if manager?.isActing == false {
        recorder.record(.note(text: "AppOpenAds waits until the earlier one is released"))
      }
    }

    deinit {
      let (manager, presenter) = (manager, presenter)
      if MainThread.dispatch.isCurrent() {
        MainActor.assumeIsolated { Self.retire(manager, presenter) }
      } else {
        DispatchQueue.main.async { Self.retire(manager, presenter) }
      }
    }

    private static func retire(_ manager: AppOpenManager?, _ presenter: SDKAppOpenAdPresenter) {
      manager?.retire()
      presenter.releaseWaitingAds()
    }

    /// Starts to request and show ads.
    public func start() { manager?.start(by: presenter) }

    /// Reports that the content under the loading screen is ready, so that only an ad keeps the
    /// screen.
    public func contentIsReady(in scene: UIWindowScene? = nil) {
      manager?.contentIsReady(in: scene.map { recorder.name(of: $0) })
    }

    /// Returns why no ad would be shown if the user returned now, as a reason of `ad.show_decided`;
    /// `nil` if an ad would be shown.
    public func reasonToSkip(in scene: UIWindowScene? = nil) -> String? {
      manager?.reasonToSkip(in: scene.map { recorder.name(of: $0) })
    }
  }

  extension MainThread {
    /// The main queue, which outside Apple's systems may run on another thread than the first one.
    static let dispatch: MainThread = {
      let key = DispatchSpecificKey<Void>()
      DispatchQueue.main.setSpecific(key: key, value: ())
      let files = DispatchQueue(label: "adjournal.app-open-shows", qos: .utility)
      return MainThread(
        isCurrent: { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil },
        enqueue: { action in DispatchQueue.main.async { action() } },
        after: { delay, action in
          DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(delay))) { action() }
        },
        inBackground: { work in files.async { work() } })
    }()
  }
#endif
