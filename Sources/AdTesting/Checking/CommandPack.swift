internal import AdSimulator

/// A set of things that the simulated phone, SDK and user do beside the usual.
public struct CommandPack: Sendable {
  /// What it is called.
  public let name: String
  let faults: FaultSet

  /// Dialogs, short and long absences, locks that are told late or not at all.
  public static let lifeCycle = CommandPack(
    name: "life cycle",
    faults: FaultSet([
      .dialogs, .shortAbsences, .longAbsences, .lockToldLate, .lockNotTold, .clickLeavesApp,
      .memoryWarnings,
    ]))

  /// Loads that fail, are late, doubled or never answered; ads that do not come up, or do not go.
  public static let sdkCallbacks = CommandPack(
    name: "SDK callbacks",
    faults: FaultSet([
      .noFill, .networkError, .configurationError, .loadNeverCompletes, .lateLoad, .slowLoad,
      .doubledLoad, .failsWhileLoading, .expiryNotice, .presentFailure, .failsInsidePresent,
      .presentNeverResolves, .latePresent, .doubledPresent, .presentShowsAndFails,
      .presentFailureStorm, .dismissalNeverComes, .halfDismissal, .doubledDismissal,
      .earlyDismissal, .lateDismissal, .lateEvents, .strangeAd, .impressionMissing, .overlay,
      .doubledReward, .earlyReward, .lateReward, .rewardAfterDismissal, .impressionBeforeShow,
    ]))

  /// Absences of hours, midnight, other time zones, a wall clock that jumps, new thresholds.
  public static let time = CommandPack(
    name: "time",
    faults: FaultSet([.longAbsences, .wallJumps, .zoneChanges, .midnight, .policyChanges]))

  /// Consent forms, and consent that is given or withdrawn while the app runs.
  public static let consent = CommandPack(
    name: "consent", faults: FaultSet([.consentForms, .consentChanges]))

  /// The process is killed in the background, or dies on the screen.
  public static let processDeath = CommandPack(
    name: "process death", faults: FaultSet([.kills, .crashes]))

  /// Windows are turned, resized, opened and closed.
  public static let windows = CommandPack(
    name: "windows", faults: FaultSet([.resizes, .sceneChanges]))

  /// Every pack.
  public static let all: [CommandPack] = [
    lifeCycle, sdkCallbacks, time, consent, processDeath, windows,
  ]
}

/// Something that the user of the app under test can do, beside what every user does.
public struct TestCommand<Manager: TestedAdManager> {
  /// What it is called.
  public let name: String
  /// How often it is drawn; leaving the app has 8, or 14 in an app with app-open ads.
  public let weight: Int
  let action: (Manager, SimulatedPhone) throws -> Void

  /// Makes a command.
  public init(
    _ name: String, weight: Int = 4, _ action: @escaping (Manager, SimulatedPhone) throws -> Void
  ) {
    self.name = name
    self.weight = weight
    self.action = action
  }
}
