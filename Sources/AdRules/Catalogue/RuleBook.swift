/// The rules of the catalogue, in its order.
public enum RuleBook {
  /// Every rule.
  public static let all: [Rule] =
    freshness + loading + presentation + coldStart + backgroundLockCaps + adWindow
    + severalWindows + mediation + impressionsRewardsRevenue + environment

  /// The rule of this id; nil where there is none.
  public static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }
}

/// The rules of each group, in the order of the catalogue.
extension RuleBook {
  private static let freshness: [Rule] = [
    .appOpenMaxAge, .fullScreenMaxAge, .nativeMaxAge, .expiredAdNotShown, .expiredAdReplaced,
    .singleUseAd, .unexpiredAdNotThrownAway,
  ]

  private static let loading: [Rule] = [
    .requestWhenNoneReady, .oneLoadInFlight, .loadCompletesOnce, .loadCompletes,
    .reloadAfterDismiss, .reloadAfterPresentFailure, .reloadStormAfterPresentFailure,
    .retryBacksOff, .noRetryOnConfigurationError, .loadFailureDoesNotSilenceSlot,
    .requestOncePerAppearance, .requestWaitsForTheWindow, .nativeMultiLoadBounded,
  ]

  private static let presentation: [Rule] = [
    .presentOnlyIfLoaded, .oneFullScreenAtATime, .noPresentWhileSameAdShown,
    .delegateSetBeforePresent, .paidHandlerSetBeforePresent, .presentResolves,
    .presentOutcomeExclusive, .dismissOnlyAfterPresent, .dismissOnce, .willAndDidDismiss,
    .dismissalArrives, .noPresentInBackground, .presentOnMainThread, .noPresentFromLoadCallback,
    .dismissalLeadsToNoOtherAd, .appOpenNotAfterOtherAd, .appOpenNotAfterSystemDialog,
    .suppressionRespected, .sessionEndsOffScreen,
  ]

  private static let coldStart: [Rule] = [
    .coldStartOnlyOnSplash, .nothingAfterMainContent, .splashEnds, .splashClosesWithItsAd,
    .contentShownOnce, .firstAdWaits,
  ]

  private static let backgroundLockCaps: [Rule] = [
    .lockIsNotBackground, .lockRequestsNothing, .requestOnBackground, .minimumBackground,
    .dailyCap, .capCountsEveryShow, .capUsedByShowsOnly, .decisionOnEveryForeground,
    .readyAdIsUsed, .interstitialPerUserActions, .interstitialMinGap,
    .noInterstitialOnLaunchOrExit,
  ]

  private static let adWindow: [Rule] = [
    .adWindowClosed, .adWindowHasAScene,
  ]

  private static let severalWindows: [Rule] = [
    .sceneSetOnRequest, .shownInItsOwnScene, .fitCheckedAfterResize, .misfitReloaded,
    .misfitNotPresented, .bannerFollowsWidth, .bannerResizeOnce, .landscapeSplitScreen,
    .closedSceneRequestsNothing, .closedSceneShowsNothing, .orientationGiven, .orientationKept,
  ]

  private static let mediation: [Rule] = [
    .adapterCompletesOnce, .adapterCompletes, .adapterAdOrError, .adapterReportsAfterCompletion,
    .adapterParameterGiven, .adapterTestFlagForwarded, .impressionTrackedByOne,
    .clickTrackedByOne, .adapterForwardsImpression, .adapterImpressionOnce, .viewPassedToNetwork,
    .nativeRequiredAssets, .nativeAdChoices, .imageLoadingHonoured, .videoNeedsVideo,
    .videoGrammar,
  ]

  private static let impressionsRewardsRevenue: [Rule] = [
    .impressionOnce, .impressionNeedsDisplay, .impressionFollowsPresent, .clickNeedsDisplay,
    .accidentalClick, .rewardOnce, .rewardNeedsShow, .rewardInTime, .grantMatchesEarn,
    .paidNeedsImpression, .paidOnce, .paidIsSane, .knownAd, .nothingAfterTheEnd,
  ]

  private static let environment: [Rule] = [
    .noLoadBeforeConsent, .sdkStartsOnce, .noLoadBeforeSdkStart, .noTestUnitInRelease,
    .noLiveUnitInDebug, .oneFormatPerUnit, .hiddenBannerRests, .memoryWarningNearAd,
  ]
}
