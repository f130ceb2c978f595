import PackagePlugin

/// Adds the sources that record the Google Mobile Ads SDK to the target of an app.
@main
struct RecordGoogleMobileAds: SDKSources {
  static let folder = "GoogleMobileAdsJournal"
  static let otherFolders = ["AppOpen"]
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension RecordGoogleMobileAds: XcodeBuildToolPlugin {}
#endif
