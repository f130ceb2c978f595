extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let loading: [Rule] = [
    .requestWhenNoneReady, .oneLoadInFlight, .loadCompletesOnce, .loadCompletes,
    .reloadAfterDismiss, .reloadAfterPresentFailure, .reloadStormAfterPresentFailure,
    .retryBacksOff, .noRetryOnConfigurationError, .loadFailureDoesNotSilenceSlot,
    .requestOncePerAppearance, .requestWaitsForTheWindow, .nativeMultiLoadBounded,
  ]
}
