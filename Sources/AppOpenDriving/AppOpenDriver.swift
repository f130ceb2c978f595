public import AdRecording

#if canImport(UIKit)
  public import AdDecider
  public import AdManaging
  public import AppJournal
  internal import Foundation
  public import UIKit

  /// An app-open ad of an SDK that is recorded and waits to be shown.
  @MainActor public protocol WaitingAppOpenAd: AnyObject, SendableMetatype, Sendable {
    /// The name of the ad in the journal.
    nonisolated var id: String { get }
    /// Presents the ad; from `nil`, over the frontmost view controller.
    func present(
      from viewController: UIViewController?, trigger: Recorded.Trigger?, placement: String?)
    /// Throws the error of the SDK if the ad cannot be presented, and records the check.
    func canPresent(from viewController: UIViewController?) throws
    /// Records that the ad is discarded.
    func discard(_ reason: Recorded.AdDiscarded.Reason)
  }

  /// A load of an app-open ad that an ``AppOpenDriver`` wants.
  public struct AppOpenLoad: Sendable {
    /// The ad unit ID.
    public let unit: String
    /// The scene of the ad; `nil` for the only one.
    public let scene: UIWindowScene?
    /// The reason of the load, for the journal.
    public let reason: Recorded.AdRequested.Reason?
  }

  /// Decides when to load and to show the app-open ads of one ad unit, with any SDK.
  ///
  /// The sources of an SDK have a class `AppOpenAds` for apps, which loads the ads. If there are
  /// several drivers for one recorder, only the oldest acts; when it is released, the next one
  /// does. If it is released while an ad is shown, the ad and its window stay until the user closes
  /// the ad.
  @MainActor public final class AppOpenDriver<Ad: WaitingAppOpenAd> {
    /// Receives an ad that loaded, on any thread, and what to do with it before it is kept.
    public typealias Delivery =
      @Sendable (
        _ ad: Ad, _ prepare: @escaping @MainActor @Sendable (Ad) -> Void
      ) -> Void
    /// Loads an ad with the SDK and delivers it; a failed load delivers nothing.
    public typealias Loading =
      @MainActor (_ load: AppOpenLoad, _ deliver: @escaping Delivery)
      -> Void

    /// Returns the view controller to present from in a scene; for `nil`, the SDK finds one.
    public var presentingController: @MainActor (UIWindowScene?) -> UIViewController? = { _ in nil }
    /// Closes the app's loading screen in a scene and shows its content.
    public var closeSplash: @MainActor (UIWindowScene?) -> Void = { _ in }

    private let recorder: AdRecorder
    private let manager: AppOpenManager?
    private let screens: AppOpenScreens<Ad>

    /// Creates a driver, which follows the recorder; call ``start(loading:)`` to begin.
    ///
    /// - Parameters:
    ///   - recorder: The app's recorder.
    ///   - unit: The ad unit ID.
    ///   - profile: The kind of manager.
    ///   - shows: The store of shows for the daily cap across sessions.
    public init(_ recorder: AdRecorder, unit: String, profile: DeciderProfile, shows: ShowStore) {
      self.recorder = recorder
      screens = AppOpenScreens(recorder)
      manager = AppOpenManager(
        recorder.session, unit: unit, profile: profile, store: shows, main: .dispatch)
      screens.driver = self
      screens.manager = manager
      if manager == nil {
        recorder.record(.note(text: "AppOpenAds was created too late: records are missing"))
      } else if manager?.isActing == false {
        recorder.record(.note(text: "AppOpenAds waits until the earlier one is released"))
      }
    }

    deinit {
      let (manager, screens) = (manager, screens)
      if MainThread.dispatch.isCurrent() {
        MainActor.assumeIsolated { Self.retire(manager, screens) }
      } else {
        DispatchQueue.main.async { Self.retire(manager, screens) }
      }
    }

    private static func retire(_ manager: AppOpenManager?, _ screens: AppOpenScreens<Ad>) {
      manager?.retire()
      screens.releaseWaitingAds()
    }

    /// Starts to load and show ads; the function that loads one is retained until the last ad is
    /// dismissed.
    public func start(loading load: @escaping Loading) {
      screens.loadAd = load
      manager?.start(by: screens)
    }

    /// Reports that the content under the loading screen is ready, so that only an ad keeps the
    /// screen.
    public func contentIsReady(in scene: UIWindowScene?) {
      manager?.contentIsReady(in: scene.map { recorder.name(of: $0) })
    }

    /// Returns why no ad would be shown if the user returned now, as a reason of `ad.show_decided`;
    /// `nil` if an ad would be shown.
    public func reasonToSkip(in scene: UIWindowScene?) -> String? {
      manager?.reasonToSkip(in: scene.map { recorder.name(of: $0) })
    }
  }

  extension MainThread {
    /// The main queue, which outside Apple's systems may run on another thread than the first one.
    fileprivate static let dispatch: MainThread = {
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
