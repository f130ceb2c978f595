import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds
import UIKit

/// The ads of the app, and the journal that records them.
@MainActor final class Ads {
  let recorder: AdRecorder
  let appOpen: GoogleJournal.AppOpenAds
  private let observer: AppObserver

  init(folder: String) {
    // Record the app, its windows and its ads.
    var facts = SessionFacts.thisApp(build: .release, sdk: .googleMobileAds)
    facts.captures = [
      .consent, .readiness, .splash, .lock, .scene, .user, .suppress, .delegate, .handler,
      .revenue, .decision, .connectivity, .cover,
    ]
    facts.policy = [.init(.dailyCap, 20), .init(.minBackgroundSeconds, 10)]
    let session = SessionRecorder(folder: folder, facts: facts)
    recorder = AdRecorder(session)
    observer = AppObserver(recorder)

    // Show app-open ads without violating a rule.
    appOpen = GoogleJournal.AppOpenAds(
      recorder, unit: "ca-app-pub-3940256099942544/5575463023",
      shows: .file(folder + "/app-open-shows"))
    appOpen.closeSplash = { [recorder] _ in
      // Close your loading screen and show your content here.
      recorder.contentShown()
    }
    appOpen.start()
    recorder.splashBegan()
  }

  func consentIsKnown(canRequestAds: Bool) {
    recorder.record(.consentUpdated(canRequestAds: canRequestAds))
    guard canRequestAds else { return }
    recorder.record(.sdkStarted)
    MobileAds.shared.start { [recorder] in recorder.recordReadiness($0) }
  }

  /// The content is ready: from now on only an ad keeps the loading screen.
  func contentIsReady() { appOpen.contentIsReady() }

  /// Opens a picker, after which no ad is shown.
  func withoutAds(_ work: () async -> Void) async {
    recorder.suppressionBegan(.picker)
    await work()
    recorder.suppressionEnded(.picker)
  }
}
