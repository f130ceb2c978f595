// An app that records everything, shows app-open ads by decisions that break no rule, and an
// interstitial between levels. It is compiled against stubs here, and against the SDK in an app.
import GoogleMobileAds
import UIKit

/// Owns the ads; everything else asks it.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private(set) var ads: Ads?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let folder = URL(fileURLWithPath: NSHomeDirectory() + "/Library/Application Support/AdJournal")
    let ads = Ads(folder: folder.path)
    self.ads = ads
    ads.consentIsKnown(canRequestAds: true)  // when your consent form says so
    return true
  }
}
