import AppJournal
import GoogleMobileAds

nonisolated extension GoogleJournal.AppSDK {
  /// The Google Mobile Ads SDK in its version in this app.
  @MainActor static var googleMobileAds: GoogleJournal.AppSDK {
    let version = GoogleJournal.MobileAds.shared.versionNumber
    return GoogleJournal.AppSDK(
      name: "google-mobile-ads",
      version: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)")
  }
}
