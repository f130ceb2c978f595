extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let presentation: [Rule] = [
    .presentOnlyIfLoaded, .oneFullScreenAtATime, .noPresentWhileSameAdShown,
    .delegateSetBeforePresent, .paidHandlerSetBeforePresent, .presentResolves,
    .presentOutcomeExclusive, .dismissOnlyAfterPresent, .dismissOnce, .willAndDidDismiss,
    .dismissalArrives, .noPresentInBackground, .presentOnMainThread, .noPresentFromLoadCallback,
    .dismissalLeadsToNoOtherAd, .appOpenNotAfterOtherAd, .appOpenNotAfterSystemDialog,
    .suppressionRespected, .sessionEndsOffScreen,
  ]
}
