extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let environment: [Rule] = [
    .noLoadBeforeConsent, .sdkStartsOnce, .noLoadBeforeSdkStart, .noTestUnitInRelease,
    .noLiveUnitInDebug, .oneFormatPerUnit, .hiddenBannerRests, .memoryWarningNearAd,
  ]
}
