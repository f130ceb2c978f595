#if canImport(GoogleMobileAds)
  // `AdRecorder`, `AppObserver` and the events of the app belong to the interface of this module.
  @_exported public import AppJournal
  public import GoogleMobileAds

  extension AdRecorder {
    /// Returns the recorded ad of an SDK's native ad; `nil` if this recorder did not load it.
    public func recorded(_ ad: NativeAd) -> RecordedNativeAd? { recorder(of: ad) }
  }
#endif
