public import AdSession

/// A kind of event in a phase of its ad or of the app: one row of the phase table.
public struct PhasePair: Hashable, Sendable {
  /// The state machine that a phase belongs to.
  public enum Machine: String, CaseIterable, Sendable { case ad, app }

  /// The state machine of the phase.
  public let machine: Machine
  /// The index of the phase before the event, in `AdPhase.allCases` or `AppState.Phase.allCases`.
  public let phase: Int
  /// The kind of the event.
  public let kind: EventKind

  /// The name of the phase, such as `ready`.
  public var phaseName: String { Self.phaseName(machine, phase) }

  /// All pairs: those of ads first, then by phase, in the order of the vocabulary.
  public static let all: [PhasePair] =
    pairs(.ad, AdPhase.allCases.count) { $0.adFact != nil }
    + pairs(.app, AppState.Phase.allCases.count) { $0 != .unknown }

  private static func pairs(
    _ machine: Machine, _ phases: Int, _ hasPhase: (EventKind) -> Bool
  ) -> [PhasePair] {
    let kinds = EventKind.allCases.filter(hasPhase)
    return (0..<phases).flatMap { phase in
      kinds.map { PhasePair(machine: machine, phase: phase, kind: $0) }
    }
  }

  static func phaseName(_ machine: Machine, _ phase: Int) -> String {
    machine == .ad ? AdPhase.allCases[phase].rawValue : AppState.Phase.allCases[phase].rawValue
  }
}

/// Counts how often each pair of the phase table occurs in sessions, and which phases follow.
public struct PhaseVisits: Sendable {
  private static let kinds = EventKind.allCases.count
  private static let adPhases = Dictionary(
    uniqueKeysWithValues: AdPhase.allCases.enumerated().map { ($1, $0) })
  private static let appPhases = Dictionary(
    uniqueKeysWithValues: AppState.Phase.allCases.enumerated().map { ($1, $0) })
  private var counts: [[Int]]
  /// For each pair a set of phases, one bit for each phase that followed.
  private var next: [[UInt16]]
  /// The number of sessions counted so far.
  public private(set) var sessions = 0

  /// Creates a count of no sessions.
  public init() {
    let sizes = [AdPhase.allCases.count, AppState.Phase.allCases.count]
    counts = sizes.map { Array(repeating: 0, count: $0 * Self.kinds) }
    next = sizes.map { Array(repeating: 0, count: $0 * Self.kinds) }
  }

  /// Adds the events of a session.
  public mutating func add(_ trace: Trace) {
    sessions += 1
    var session = Session()
    session.begin(trace)
    for (index, event) in trace.events.enumerated() {
      let ad = event.kind.adFact == nil ? nil : session.adNumber(event.ad)
      let before = ad.map { session.ads[$0].phase } ?? .unknown
      let stage = session.app.phase
      session.evolve(event, at: index, session.facts(of: event, at: index), trace)
      visit(1, Self.appPhases[stage], event.kind, Self.appPhases[session.app.phase])
      guard event.kind.adFact != nil, let ad = session.adNumber(event.ad) else { continue }
      visit(0, Self.adPhases[before], event.kind, Self.adPhases[session.ads[ad].phase])
    }
  }

  private mutating func visit(_ machine: Int, _ phase: Int?, _ kind: EventKind, _ after: Int?) {
    guard let phase, let after else { return }
    counts[machine][phase * Self.kinds + Int(kind.rawValue)] += 1
    next[machine][phase * Self.kinds + Int(kind.rawValue)] |= 1 << UInt16(after)
  }

  /// The number of times a pair occurred.
  public func count(_ pair: PhasePair) -> Int {
    counts[pair.machine == .ad ? 0 : 1][pair.phase * Self.kinds + Int(pair.kind.rawValue)]
  }

  /// The names of the phases that followed a pair, in the order of the phases.
  public func phases(after pair: PhasePair) -> [String] {
    let bits = next[pair.machine == .ad ? 0 : 1][
      pair.phase * Self.kinds + Int(pair.kind.rawValue)]
    return (0..<16).filter { bits & 1 << UInt16($0) != 0 }.map {
      PhasePair.phaseName(pair.machine, $0)
    }
  }
}
