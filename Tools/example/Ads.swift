import AdRecording
import Foundation
import GoogleMobileAds
import GoogleMobileAdsJournal
import UIKit

/// The ads of the app, and the journal of what they do.
@MainActor final class Ads {
  let recorder: AdRecorder
  let appOpen: AppOpenAds
  private let observer: AppObserver

  init(folder: String) {
    // Recording everything: this, and the lines that say what no SDK knows.
    var facts = SessionFacts.thisApp(build: .release)
    facts.captures = [
      .consent, .splash, .lock, .scene, .user, .suppress, .delegate, .handler, .revenue, .decision,
    ]
    let session = SessionRecorder(folder: folder, facts: facts)
    recorder = AdRecorder(session)
    observer = AppObserver(recorder)

    // App-open ads, decided by the rules.
    appOpen = AppOpenAds(
      recorder, unit: "ca-app-pub-3940256099942544/5575463023",
      shows: .file(folder + "/app-open-shows"))
    appOpen.closeSplash = { [recorder] _ in
      // Take the loading screen down, show the content.
      recorder.contentShown()
    }
    appOpen.start()
    recorder.splashBegan()
  }

  func consentIsKnown(canRequestAds: Bool) {
    recorder.record(.consentUpdated(canRequestAds: canRequestAds))
    guard canRequestAds else { return }
    MobileAds.shared.start()
    recorder.record(.sdkStarted)
  }

  /// Nothing but an ad keeps the loading screen up any more.
  func contentIsReady() { appOpen.contentIsReady() }

  /// The app opens a picker by itself: when the user returns from it, no ad comes.
  func withoutAds(_ work: () async -> Void) async {
    recorder.suppressionBegan(.picker)
    await work()
    recorder.suppressionEnded(.picker)
  }
}
