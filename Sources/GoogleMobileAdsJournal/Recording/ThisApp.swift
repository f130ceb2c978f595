public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AppJournal
  internal import GoogleMobileAds

  extension SessionFacts {
    /// The facts about this app, its device model and its SDK; nothing that identifies a person or
    /// device.
    ///
    /// - Parameters:
    ///   - build: The kind of build: `debug` uses test ad units, `release` live ones.
    ///   - launchCount: The number of launches of this install including this one, if the app
    ///     counts them.
    @MainActor public static func thisApp(
      build: Recorded.SessionBegan.Build, launchCount: Int? = nil
    ) -> SessionFacts {
      let version = MobileAds.shared.versionNumber
      return thisApp(
        build: build, launchCount: launchCount, sdk: "google-mobile-ads",
        sdkVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)")
    }
  }
#endif
