/// A realistic bug of an ad manager or a mediation adapter that a simulation can turn on.
///
/// The order of the cases is that of the rows in the tables.
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
  case adsForPayingUser, loadsForPayingUser, adOverTrackingPrompt, contentStaysPaused
  case soundStaysOff, adWindowLeftOnTop, requestsWhileOffline, delegateReleased
  case abandonedLoadShown, usedAdDeliveredAgain, emptyShowWithoutRequest, failureWithoutCode
  case loadBesidePreloader, preloaderStartedTwice, preloaderNeverRefills, revenueNotForwarded
  case revenueForwardedTwice, revenueForwardedInUnits, callbackLostInBridge, callbackInvented
  case refusedRewardGranted, verifiedRewardKept, sdkNeverReady, endlessClicks, crashesAtExit
  case adapterAskedTooEarly

  /// The name, for the option `--mutant`.
  public var name: String { Self.rows[Int(rawValue)].name }

  /// A description of the bug in one sentence.
  public var summary: String { Self.rows[Int(rawValue)].summary }

  /// The URL of a public report of such a bug, or of the policy that it violates.
  public var reference: String? { Self.rows[Int(rawValue)].reference }

  /// Returns the mutant with a name; nil if there is none.
  public static func named(_ name: String) -> Mutant? { allCases.first { $0.name == name } }

  /// One row for each mutant, in the order of the cases.
  private static let rows: [Row] =
    loadingRows + freshnessRows + presentationRows + appOpenRows + betweenRows + scenesRows
    + environmentRows + adaptersRows + surroundingsRows

  struct Row: Sendable {
    let name: String
    let summary: String
    let reference: String?

    init(_ name: String, _ summary: String, reference: String? = nil) {
      self.name = name
      self.summary = summary
      self.reference = reference
    }
  }
}
