// An example app that records its ads, shows app-open ads with AppOpenAds, and shows an
// interstitial between levels. In this package it is compiled against stubs, in an app against the
// SDK.
import GoogleMobileAds
import UIKit

/// The delegate of the example app, which owns its ads.
#if canImport(ObjectiveC)
  @main
#endif
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private(set) var ads: Ads?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let folder = URL(fileURLWithPath: NSHomeDirectory() + "/Library/Application Support/AdJournal")
    let ads = Ads(folder: folder.path)
    self.ads = ads
    ads.consentIsKnown(canRequestAds: true)  // when your consent form allows it
    return true
  }
}
