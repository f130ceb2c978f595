import AdDecider
import AdManaging
import AdRecording
import AppJournal
import AppOpenDriving
import Foundation
import GoogleMobileAds
import UIKit

// What these sources use of other modules, by names that types of your app cannot replace.
nonisolated extension GoogleJournal {
  typealias AppOpenDriver = AppOpenDriving.AppOpenDriver
  typealias DeciderProfile = AdDecider.DeciderProfile
  typealias ShowStore = AdManaging.ShowStore
  typealias WaitingAppOpenAd = AppOpenDriving.WaitingAppOpenAd
}

extension GoogleJournal {
  /// Loads, keeps, shows and counts the app-open ads of an app, so that no rule is violated.
  ///
  /// ```swift
  /// let appOpen = GoogleJournal.AppOpenAds(
  ///   recorder, unit: unit, shows: .file(folder + "/app-open-shows"))
  /// appOpen.closeSplash = { [weak self] _ in self?.showContent() }
  /// appOpen.start()
  /// ```
  ///
  /// Its decisions depend only on the records: life cycle, scenes, consent, SDK callbacks, other
  /// ads, suppressions. So your app needs an `AppObserver`, and must record consent and the start
  /// of the SDK. The thresholds are those of the session's policy, `SessionFacts.policy`. There
  /// your app sets its daily cap, its shortest absence and its first launches without ads; without
  /// a value there is no such limit.
  ///
  /// Create it right after the recorder, because it must know the session from its beginning. If
  /// there are several for one recorder, only the oldest acts; when it is released, the next one
  /// does. If it is released while an ad is shown, the ad and its window stay until the user closes
  /// the ad.
  @MainActor final class AppOpenAds {
    /// The delegate of all ads that load after it is set; not retained.
    var delegate: (any FullScreenContentDelegate)? {
      get { gifts.delegate }
      set { gifts.delegate = newValue }
    }

    /// The paid event handler of all ads that load after it is set.
    var paidEventHandler: ((AdValue) -> Void)? {
      get { gifts.paidEventHandler }
      set { gifts.paidEventHandler = newValue }
    }

    private let gifts = Gifts()
    private let recorder: AdRecorder
    private let driver: AppOpenDriver<RecordedAd<AppOpenAd>>

    /// Returns the view controller to present from in a scene; for `nil`, the SDK finds one.
    var presentingController: @MainActor @Sendable (UIWindowScene?) -> UIViewController? {
      get { driver.presentingController }
      set { driver.presentingController = newValue }
    }

    /// Closes the app's loading screen and shows its content.
    ///
    /// It is called once per loading screen: when the ad over it is dismissed or no ad will come,
    /// and at the latest after `splash_max_s`, even if the content is not ready. `splash.finished`
    /// is recorded before the call.
    var closeSplash: @MainActor @Sendable (UIWindowScene?) -> Void {
      get { driver.closeSplash }
      set { driver.closeSplash = newValue }
    }

    /// Creates the app-open ads of one ad unit; call ``start()`` to begin.
    ///
    /// - Parameters:
    ///   - recorder: The app's recorder.
    ///   - unit: The ad unit ID.
    ///   - profile: The kind of manager: `appOpenManager` shows ads over the loading screen and on
    ///     every return; `splashModule` also requests ads in the background and shows them in a
    ///     window of its own.
    ///   - shows: The store of shows for the daily cap across sessions.
    init(
      _ recorder: AdRecorder, unit: String, profile: DeciderProfile = .appOpenManager,
      shows: ShowStore
    ) {
      // The SDK no longer has an orientation parameter for app-open ads.
      var profile = profile
      profile.givesOrientation = false
      self.recorder = recorder
      driver = AppOpenDriver(recorder, unit: unit, profile: profile, shows: shows)
    }

    /// Starts to request and show ads.
    func start() {
      driver.start { [recorder, gifts] load, deliver in
        let request = Request()
        request.scene = load.scene
        recorder.load(AppOpenAd.self, with: load.unit, request: request, reason: load.reason) {
          ad, _ in
          if let ad { deliver(ad) { gifts.give(to: $0) } }
        }
      }
    }

    /// Reports that the content under the loading screen is ready, so that only an ad keeps the
    /// screen.
    func contentIsReady(in scene: UIWindowScene? = nil) { driver.contentIsReady(in: scene) }

    /// Returns why no ad would be shown if the user returned now, as a reason of `ad.show_decided`;
    /// `nil` if an ad would be shown.
    func reasonToSkip(in scene: UIWindowScene? = nil) -> String? { driver.reasonToSkip(in: scene) }
  }

  /// What the app gives to each app-open ad.
  @MainActor private final class Gifts {
    weak var delegate: (any FullScreenContentDelegate)?
    var paidEventHandler: ((AdValue) -> Void)?
    private let listener = Listener()

    func give(to ad: RecordedAd<AppOpenAd>) {
      ad.delegate = delegate ?? listener
      let app = paidEventHandler
      ad.paidEventHandler = { app?($0) }
    }
  }

  /// The delegate of an ad if the app has none, so that the journal records `ad.delegate_set`.
  nonisolated private final class Listener: NSObject, FullScreenContentDelegate, Sendable {}
}

extension GoogleJournal.RecordedAd: GoogleJournal.WaitingAppOpenAd
where Ad == GoogleJournal.AppOpenAd {}
