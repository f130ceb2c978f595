#if !canImport(GoogleMobileAds)
  /// What an app sees that has not asked for the SDK.
  @available(
    *, unavailable,
    message:
      "GoogleMobileAdsJournal records the Google Mobile Ads SDK: depend on the package with traits: [\"GoogleMobileAds\"]"
  )
  public enum AdRecorder {}
#endif
