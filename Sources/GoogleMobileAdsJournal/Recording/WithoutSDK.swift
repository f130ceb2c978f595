#if !canImport(GoogleMobileAds)
  /// What an app sees where this module was compiled without the SDK.
  @available(
    *, unavailable,
    message:
      "GoogleMobileAdsJournal was compiled where no GoogleMobileAds was found: see CHECKED.md, How the SDK is found"
  )
  public enum AdRecorder {}
#endif
