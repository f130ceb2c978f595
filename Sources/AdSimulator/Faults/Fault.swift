/// Unusual behaviour of the simulated SDK, network, phone or user.
///
/// A fault can violate some rules whatever the app does; see ``breaks``. The app must keep all
/// other rules under the fault. The order of the cases is that of the rows in the table.
public enum Fault: UInt8, CaseIterable, Sendable {
  case noFill, networkError, configurationError, loadNeverCompletes, lateLoad, slowLoad
  case doubledLoad, failsWhileLoading, tooManyNativeAds, expiryNotice
  case presentFailure, failsInsidePresent, presentNeverResolves, latePresent, doubledPresent
  case presentShowsAndFails, presentFailureStorm
  case dismissalNeverComes, halfDismissal, doubledDismissal, earlyDismissal, lateDismissal
  case lateEvents, strangeAd
  case impressionMissing, doubledImpression, earlyImpression, impressionBeforeShow
  case earlyClick, quickClick, overlay
  case doubledPaid, strangePaid, paidWithoutImpression
  case doubledReward, earlyReward, lateReward, rewardAfterDismissal
  case lockReportedLate, lockNotReported, shortAbsences, longAbsences, dialogs, clickLeavesApp
  case wallJumps, zoneChanges, midnight, memoryWarnings, kills, crashes
  case consentChanges, consentForms, policyChanges, resizes, sceneChanges
  case hiddenBannerImpression, adapterFailures
  case strayCallbacks, strayNotifications, earlyLaunch, lateEnd, lostRecords, segments
  case slowStart, offline, adViewStays, refusedReward, sameObjectAgain, usedObjectAgain
  case failureWithoutCode

  /// The name, for the option `--fault`.
  public var name: String { Self.table[Int(rawValue)].name }

  /// A description of the fault in one sentence.
  public var summary: String { Self.table[Int(rawValue)].summary }

  /// The sorted ids of the rules that the fault can violate whatever the app does.
  public var breaks: [String] { Self.table[Int(rawValue)].breaks }

  /// Whether the fault concerns facts that only an app with every class of events records.
  var needsSurroundings: Bool { rawValue >= Fault.slowStart.rawValue }

  /// The probability that a process has the fault; lower for faults that violate many rules.
  var probability: Double {
    switch self {
    case .strayCallbacks, .strayNotifications: 0.08
    case .lostRecords: 0.15
    default: 0.35
    }
  }

  /// The probability that a process of an app under test has the fault; higher for time, windows
  /// and dialogs, which an app must notice.
  var probabilityUnderTest: Double {
    switch self {
    case .longAbsences, .wallJumps, .zoneChanges, .midnight, .dialogs: 0.5
    case .resizes, .sceneChanges: 0.5
    default: probability
    }
  }

  /// Returns the fault with a name; nil if there is none.
  public static func named(_ name: String) -> Fault? { allCases.first { $0.name == name } }
}
