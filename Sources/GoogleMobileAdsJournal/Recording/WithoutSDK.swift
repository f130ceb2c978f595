#if !canImport(GoogleMobileAds)
  /// Stands for the recorder if this module was compiled without the SDK; any use is an error.
  @available(
    *, unavailable,
    message:
      "GoogleMobileAdsJournal was compiled without GoogleMobileAds; see 'How the SDK is found' in CHECKED.md"
  )
  public enum AdRecorder {}
#endif
