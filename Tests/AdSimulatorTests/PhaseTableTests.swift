import AdSession
import AdSimulator
import PropertyTesting
import Testing

/// Tests of the phase table: the kinds of event in each phase of an ad and of the app.
///
/// `MutantTable --phases` prints the table for any number of sessions.
struct PhaseTableTests {
  /// The visits of the deciding manager's sessions under all faults, with fixed seeds.
  private static let visits = {
    var visits = PhaseVisits()
    for seed in UInt64(1)...UInt64(500 * Runs.rounds) {
      for trace in Simulation(faults: .all).sessions(Choices(seed: seed)) { visits.add(trace) }
    }
    return visits
  }()

  @Test func `No session has an event in a phase that is marked impossible for it`() {
    for pair in PhasePair.all {
      guard let reason = pair.impossibleBecause else { continue }
      #expect(reason.hasSuffix("."))
      #expect(Self.visits.count(pair) == 0, "\(pair.text) occurs, although: \(reason)")
    }
  }

  @Test func `Sessions visit more than 300 pairs, and every phase by at least four kinds`() {
    let possible = PhasePair.all.filter { $0.impossibleBecause == nil }
    let visited = possible.filter { Self.visits.count($0) > 0 }
    #expect(visited.count > 300, "only \(visited.count) of \(possible.count)")
    for machine in PhasePair.Machine.allCases {
      let pairs = visited.filter { $0.machine == machine }
      let counts = Dictionary(grouping: pairs, by: \.phaseName).mapValues(\.count)
      let phases = Set(possible.filter { $0.machine == machine }.map(\.phaseName))
      #expect(Set(counts.keys) == phases, "\(machine)")
      #expect(counts.values.allSatisfy { $0 >= 4 }, "\(machine): \(counts)")
    }
  }

  @Test func `An event leads to the phase of its kind, or leaves the phase as it is`() {
    for pair in PhasePair.all where Self.visits.count(pair) > 0 {
      let after = Set(Self.visits.phases(after: pair))
      #expect(after.isSubset(of: Self.phases(after: pair)), "\(pair.text) leads to \(after)")
    }
  }

  /// The phases that can follow an event, by the meaning of its kind.
  private static func phases(after pair: PhasePair) -> Set<String> {
    pair.machine == .ad ? adPhases(after: pair) : [appPhase(after: pair)]
  }

  private static func adPhases(after pair: PhasePair) -> Set<String> {
    let phase = pair.phaseName
    return switch pair.kind {
    case .adLoaded: [phase == "unknown" ? "ready" : phase]
    case .adExpired: [phase == "ready" ? "expired" : phase]
    case .adDiscarded: [phase == "ready" ? "discarded" : phase]
    case .adPresentRequested: ["presenting"]
    case .adFailedToPresent: ["failedToPresent"]
    // While an ad dismisses, the callback can be that of the content a click opened.
    case .adWillPresent: phase == "dismissing" ? ["showing", phase] : ["showing"]
    case .adWillDismiss: ["dismissing"]
    case .adDismissed: ["dismissed"]
    default: [phase]
    }
  }

  private static func appPhase(after pair: PhasePair) -> String {
    switch pair.kind {
    case .appBecameActive: "active"
    case .appResignedActive: pair.phaseName == "background" ? "background" : "inactive"
    case .appEnteredBackground: "background"
    case .appEnteringForeground: "inactive"
    case .appTerminating: "terminating"
    default: pair.phaseName
    }
  }
}

extension PhasePair {
  fileprivate var text: String {
    "\(kind.name) in the phase '\(phaseName)' of the \(machine.rawValue)"
  }
}
