/// One realistic bug of an ad manager or of a mediation adapter, to be switched on in the simulation.
public enum Mutant: UInt8, CaseIterable, Sendable {
  case noReloadAfterDismissal, reloadLate, noReloadAfterPresentFailure
  case nothingRequestedWhenNotReady, freshAdThrownAway, noFlightGuard, loadWaitsForEver
  case loadingStaysSetAfterFailure, failureOnlyLogged, retryAtOnce, constantPause
  case pauseCountsFromZero, pauseNotCapped, failuresNeverForgotten, configurationErrorRetried
  case doubledLoadTakenTwice, requestInViewDidLoad, requestOnEveryAppearance
  case ageLimitIncluded, ageByWallClock, ageInWrongUnit, ageNeverChecked, fourHoursForAll
  case loadTimeKept, expiryNoticeIgnored
  case adKeptAfterShow, failedAdPresentedAgain, presentCalledTwice, delegateForgotten
  case delegateSetTooLate, paidHandlerForgotten, showingNotChecked, onlyUpCounts
  case showingStaysSetAfterDismissal, showingStaysSetAfterFailure, showingStaysSetWithoutAnswer
  case dismissalWrittenTwice, failureWrittenAsDismissal,
    presentedOffMainThread, presentedBeforeLoaded, shownAdPresentedAgain, stormNotSeen,
    showsInBackground, shownAsSoonAsLoaded, adRightAfterAd
  case rewardOfferedAfterInterstitial, orientationOfTheMoment, orientationUnknown
  case lateAdShownOverContent, splashWaitsForEver, splashWaitsTooLong
  case splashStaysAfterAd, dialogTakenForReturn, otherAdTakenForReturn, lockIgnored, lockRequests
  case suppressionIgnored, suppressionTailIgnored, firstLaunchesIgnored, absenceNotChecked
  case absenceInWrongUnit, absenceByWallClock, absenceLimitIncluded
  case decisionNotRecorded, capNotChecked, capOffByOne, capNotPersisted
  case firstShowNotCounted, skipUsesQuota, zoneIgnored, remotePolicyIgnored, windowLeftBehind
  case windowWithoutScene
  case interstitialAtLaunch, actionsNotCounted, gapNotKept, gapFromShow, rewardNotGranted
  case rewardGrantedTwice, rewardOfAnotherAmount, rewardGrantedAtDismissalOnly
  case sceneForgotten, shownInFrontScene, fitNotChecked, misfitKept, misfitNotReplaced
  case landscapeSplitRequested, closedSceneKept, bannerIgnoresWidth, bannerRequestedTwice
  case hiddenBannerRefreshed
  case consentIgnored, requestsBeforeSDKStart, testUnitInRelease, liveUnitInDebug
  case oneUnitForTwoFormats
  case adapterNeverCompletes, adapterCompletesTwice, adapterGivesAdAndError
  case adapterSucceedsWithoutAd, adapterReportsEarly, adapterWithoutParameter
  case adapterDropsTestFlag, adapterImpressionTwice, adapterImpressionForgotten
  case adapterImpressionByBoth, adapterClickByBoth, adapterKeepsViewToItself, adapterDropsHeadline
  case adapterDropsMedia, adapterDropsAdChoices, adapterIgnoresImageOption
  case adapterVideoWithoutVideo, adapterEndsVideoFirst

  /// The name, as `--mutant` takes it.
  public var name: String { Self.rows[Int(rawValue)].name }

  /// What is wrong, in one sentence.
  public var says: String { Self.rows[Int(rawValue)].says }

  /// Where it was seen.
  public var source: String { Self.rows[Int(rawValue)].source }

  /// The mutant of this name; nil for a name that no mutant has.
  public static func named(_ name: String) -> Mutant? { allCases.first { $0.name == name } }

  /// One row a mutant, in the order of the cases.
  private static let rows: [Row] =
    loadingRows + freshnessRows + presentationRows + appOpenRows + betweenRows + scenesRows
    + environmentRows + adaptersRows

  struct Row: Sendable {
    let name: String
    let says: String
    let source: String

    init(_ name: String, _ says: String, _ source: String) {
      self.name = name
      self.says = says
      self.source = source
    }
  }
}
