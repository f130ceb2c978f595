extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let backgroundLockCaps: [Rule] = [
    .lockIsNotBackground, .lockRequestsNothing, .requestOnBackground, .minimumBackground,
    .dailyCap, .capCountsEveryShow, .capUsedByShowsOnly, .decisionOnEveryForeground,
    .readyAdIsUsed, .interstitialPerUserActions, .interstitialMinGap,
    .noInterstitialOnLaunchOrExit,
  ]
}
