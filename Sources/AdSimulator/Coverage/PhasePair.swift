public import AdSession

/// A kind of event in a phase of its ad, or of the app: one cell of the phase table.
public struct PhasePair: Hashable, Sendable {
  /// Whose phase it is.
  public enum Machine: String, CaseIterable, Sendable { case ad, app }

  /// Whose phase it is.
  public let machine: Machine
  /// The number of the phase before the event, in the order of the phases.
  public let phase: Int
  /// The kind.
  public let kind: EventKind

  /// The name of the phase.
  public var phaseName: String { Self.phaseName(machine, phase) }

  /// Every pair of the table: ads first, phase by phase, in the order of the vocabulary.
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

/// How often each pair of the phase table came in sessions, and to which phases it led.
public struct PhaseVisits: Sendable {
  private static let kinds = EventKind.allCases.count
  private static let adPhases = Dictionary(
    uniqueKeysWithValues: AdPhase.allCases.enumerated().map { ($1, $0) })
  private static let appPhases = Dictionary(
    uniqueKeysWithValues: AppState.Phase.allCases.enumerated().map { ($1, $0) })
  private var counts: [[Int]]
  /// One bit for each phase that followed.
  private var next: [[UInt16]]
  /// How many sessions were looked at.
  public private(set) var sessions = 0

  /// Makes the visits of no session.
  public init() {
    let sizes = [AdPhase.allCases.count, AppState.Phase.allCases.count]
    counts = sizes.map { Array(repeating: 0, count: $0 * Self.kinds) }
    next = sizes.map { Array(repeating: 0, count: $0 * Self.kinds) }
  }

  /// Adds what came in a session.
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

  /// How often a pair came.
  public func count(_ pair: PhasePair) -> Int {
    counts[pair.machine == .ad ? 0 : 1][pair.phase * Self.kinds + Int(pair.kind.rawValue)]
  }

  /// The phases that followed on a pair, in their order.
  public func phases(after pair: PhasePair) -> [String] {
    let bits = next[pair.machine == .ad ? 0 : 1][
      pair.phase * Self.kinds + Int(pair.kind.rawValue)]
    return (0..<16).filter { bits & 1 << UInt16($0) != 0 }.map {
      PhasePair.phaseName(pair.machine, $0)
    }
  }
}
