internal import AdSimulator

/// A group of faults: unusual behaviour of the simulated phone, SDK or user.
///
/// Each simulated process draws at random which faults of the enabled packs it has.
public struct FaultPack: Sendable {
  /// The name of the pack, such as `SDK callbacks`.
  public let name: String
  let faults: FaultSet

  /// Dialogs, short and long absences, device locks that are reported late or not at all.
  public static let lifeCycle = FaultPack(
    name: "life cycle",
    faults: FaultSet([
      .dialogs, .shortAbsences, .longAbsences, .lockReportedLate, .lockNotReported, .clickLeavesApp,
      .memoryWarnings,
    ]))

  /// Loads and presentations that fail, and callbacks that are late, duplicated or missing.
  public static let sdkCallbacks = FaultPack(
    name: "SDK callbacks",
    faults: FaultSet([
      .noFill, .networkError, .configurationError, .loadNeverCompletes, .lateLoad, .slowLoad,
      .doubledLoad, .failsWhileLoading, .expiryNotice, .presentFailure, .failsInsidePresent,
      .presentNeverResolves, .latePresent, .doubledPresent, .presentShowsAndFails,
      .presentFailureStorm, .dismissalNeverComes, .halfDismissal, .doubledDismissal,
      .earlyDismissal, .lateDismissal, .lateEvents, .strangeAd, .impressionMissing, .overlay,
      .doubledReward, .earlyReward, .lateReward, .rewardAfterDismissal, .impressionBeforeShow,
    ]))

  /// Absences of hours, midnight, time zone changes, wall-clock jumps, changed thresholds.
  public static let time = FaultPack(
    name: "time",
    faults: FaultSet([.longAbsences, .wallJumps, .zoneChanges, .midnight, .policyChanges]))

  /// Consent forms, and consent given or withdrawn while the app runs.
  public static let consent = FaultPack(
    name: "consent", faults: FaultSet([.consentForms, .consentChanges]))

  /// Processes that are killed in the background or crash in the foreground.
  public static let processDeath = FaultPack(
    name: "process death", faults: FaultSet([.kills, .crashes]))

  /// Windows that rotate, change size, open and close.
  public static let windows = FaultPack(
    name: "windows", faults: FaultSet([.resizes, .sceneChanges]))

  /// All packs, in a fixed order.
  public static let all: [FaultPack] = [
    lifeCycle, sdkCallbacks, time, consent, processDeath, windows,
  ]
}
