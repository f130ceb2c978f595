#if canImport(GoogleMobileAds)
  internal import GoogleMobileAds
#endif
