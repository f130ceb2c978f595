import PackagePlugin

/// Adds the class `AppOpenAds` for the Google Mobile Ads SDK to the target of an app, which also
/// has the sources of `RecordGoogleMobileAds`.
@main
struct ShowGoogleAppOpenAds: SDKSources {
  static let folder = "GoogleMobileAdsJournal/AppOpen"
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ShowGoogleAppOpenAds: XcodeBuildToolPlugin {}
#endif
