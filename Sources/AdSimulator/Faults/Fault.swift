/// Something that the simulated SDK, network, phone or user does other than it should.
///
/// A fault breaks some rules by itself, whatever the app does: those that it names. Every other
/// rule is the app's to keep while the fault lasts.
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
  case lockToldLate, lockNotTold, shortAbsences, longAbsences, dialogs, clickLeavesApp
  case wallJumps, zoneChanges, midnight, memoryWarnings, kills, crashes
  case consentChanges, consentForms, policyChanges, resizes, sceneChanges
  case hiddenBannerImpression, adapterFailures
  case strayCallbacks, strayNotifications, earlyLaunch, lateEnd, lostRecords, segments

  /// The name, as `--fault` takes it.
  public var name: String { Self.table[Int(rawValue)].name }

  /// What happens, in one sentence.
  public var says: String { Self.table[Int(rawValue)].says }

  /// The ids of the rules that it can break whatever the app does, sorted.
  public var breaks: [String] { Self.table[Int(rawValue)].breaks }

  /// How likely a process has it: those that break many rules by themselves are rarer.
  var probability: Double {
    switch self {
    case .strayCallbacks, .strayNotifications: 0.08
    case .lostRecords: 0.15
    default: 0.35
    }
  }

  /// The fault of this name; nil for a name that no fault has.
  public static func named(_ name: String) -> Fault? { allCases.first { $0.name == name } }
}

/// A set of faults.
public struct FaultSet: OptionSet, Sendable {
  /// One bit a fault.
  public let rawValue: UInt64

  /// Makes a set of its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The set of these faults.
  public init(_ faults: some Sequence<Fault>) {
    rawValue = faults.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// Every fault.
  public static let all = FaultSet(Fault.allCases)

  /// The faults of the set, in the order of their list.
  public var faults: [Fault] { Fault.allCases.filter { contains($0) } }

  /// Whether it has a fault.
  public func contains(_ fault: Fault) -> Bool { rawValue & 1 << UInt64(fault.rawValue) != 0 }

  /// The ids of the rules that the faults can break whatever the app does, sorted.
  public var breaks: [String] {
    var ids: [String] = []
    for fault in faults { ids += fault.breaks }
    ids.sort()
    return ids.indices.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] }
  }
}
