import PackagePlugin

/// Adds the sources that record AppLovin MAX to the target of an app.
@main
struct RecordAppLovinMAX: SDKSources {
  static let folder = "AppLovinMAXJournal"
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension RecordAppLovinMAX: XcodeBuildToolPlugin {}
#endif
