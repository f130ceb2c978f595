public import AdSession

/// The verdict of a rule for one session.
public enum Verdict: String, CaseIterable, Sendable {
  /// No violation, nothing undecided, at least one activation.
  case holds
  /// At least one violation.
  case violated
  /// No violation, and at least one activation that the journal cannot decide.
  case inconclusive
  /// The session captures the observed classes, and no event activated the rule.
  case vacuous
  /// The session does not capture a class that the rule observes, the app does not set a threshold
  /// that the rule needs, or the session has no times and the rule measures them.
  case notCaptured = "not-captured"

  /// The index among all verdicts; verdicts of activated rules come first.
  @inlinable package var index: Int {
    switch self {
    case .holds: 0
    case .violated: 1
    case .inconclusive: 2
    case .vacuous: 3
    case .notCaptured: 4
    }
  }

  /// The verdicts by index: holds, violated, inconclusive, vacuous, not-captured.
  package static let inOrderOfContract = allCases.sorted { $0.index < $1.index }
}

/// The severity of a violation.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  /// Worth knowing.
  case info
  /// Costs money or patience.
  case warning
  /// Breaks a promise to users, advertisers or the network.
  case error

  /// Orders by gravity: info, warning, error.
  public static func < (one: Severity, other: Severity) -> Bool {
    one.rank < other.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Why an activation is undecided.
public enum Doubt: String, Sendable {
  /// The session ended before the deadline.
  case pending
  /// A gap can hide the deciding event.
  case gap
  /// The rule needs the end of the session, and the session was cut.
  case cut
  /// The journal does not contain a fact that decides.
  case unknown
  /// The shows of the install's earlier sessions decide; an undecided activation has this as
  /// `unknown`.
  case earlierShows
}

/// An activation that the journal cannot decide.
public struct Undecided: Equatable, Sendable {
  /// The `seq` of the activating event.
  public var seq: Int64
  /// The reason.
  public var why: Doubt
  /// For a pending deadline, the remaining active time in milliseconds.
  public var remainingMs: Int64?
  /// What would decide, where a sentence can say it.
  public var because: String?

  /// An activation that the shows of earlier sessions decide.
  static func earlierShows(_ seq: Int64) -> Undecided {
    Undecided(seq: seq, why: .unknown, because: earlierShowsAreUnknown)
  }

  /// Whether the shows of earlier sessions decide, which no record of this session can have.
  package var needsEarlierShows: Bool { because == Self.earlierShowsAreUnknown }

  private static let earlierShowsAreUnknown =
    "shows of earlier sessions of this install are unknown; audit them together"
}

/// One violation of one rule, with its witness.
public struct Violation: Sendable {
  /// The expected event that is missing, with its window in `t` (milliseconds).
  public struct Missing: Equatable, Sendable {
    /// The kind.
    public var kind: EventKind
    /// The beginning of the window.
    public var fromT: Int64
    /// The end of the window.
    public var toT: Int64
  }

  /// The answer to a missed deadline that came all the same: late is not never.
  public struct Late: Equatable, Sendable {
    /// The index of the answer: after the deadline, or too long before the trigger.
    public var answer: Int
    /// The active time beyond the limit, in milliseconds.
    public var milliseconds: Int64
  }

  /// The indexes of the events that show the violation, rising.
  public var witness: [Int]
  /// The index of the event at which the violation became certain.
  public var certainAt: Int
  /// One sentence that explains the violation without the catalogue.
  public var because: String
  /// For a missed deadline, the expected event.
  public var missing: Missing?
  /// For a missed deadline, the late answer; nil if the journal has none.
  public var late: Late?
  /// The thresholds in force, in their own units.
  public var policy: [PolicySetting] = []
  /// The value that was measured, in the threshold's unit.
  public var measured: Double?

  /// The records of the witness without those that only show that a deadline passed, and that an
  /// answer came late.
  package var decidingRecords: [Int] {
    if missing == nil { return witness }
    return witness.filter { $0 != certainAt && $0 != late?.answer }
  }
}

/// The result of one rule for one session, with its findings.
public struct RuleResult: Sendable {
  /// The verdict.
  public var verdict: Verdict
  /// The number of activations: kept, violated and undecided.
  public var activations: Int
  /// Whether the verdict is not captured because a threshold that the rule needs is not set.
  public let isPolicyUnset: Bool
  /// Whether the verdict is not captured because the rule measures times and the session has none.
  public let lacksTimes: Bool
  /// Violations and undecided activations; nil for most results, which then need no memory.
  @usableFromInline let findings: Findings?

  /// Violations and undecided activations.
  @usableFromInline
  final class Findings: Sendable {
    let violations: [Violation]
    let undecided: [Undecided]
    /// The number of violations for which a listed one stands, by its index.
    let unlisted: [Int: Int]
    let unlistedUndecided: Int

    init(
      _ violations: [Violation], _ undecided: [Undecided], _ unlisted: [Int: Int],
      _ unlistedUndecided: Int
    ) {
      self.violations = violations
      self.undecided = undecided
      self.unlisted = unlisted
      self.unlistedUndecided = unlistedUndecided
    }
  }

  /// The number of violations and of undecided activations of a session that are listed, whatever
  /// their problem; the others are counted.
  public static let mostListed = 1000

  /// Makes a result; `unlisted` has the numbers of violations for which listed ones stand, by their
  /// indexes.
  public init(
    verdict: Verdict, activations: Int, violations: [Violation] = [], undecided: [Undecided] = [],
    unlisted: [Int: Int] = [:], unlistedUndecided: Int = 0
  ) {
    self.verdict = verdict
    self.activations = activations
    findings =
      violations.isEmpty && undecided.isEmpty
      ? nil
      : Findings(violations, undecided, unlisted, unlistedUndecided)
    isPolicyUnset = false
    lacksTimes = false
  }

  @inline(__always)
  init(
    _ verdict: Verdict, activations: Int, findings: Findings?, isPolicyUnset: Bool,
    lacksTimes: Bool
  ) {
    self.verdict = verdict
    self.activations = activations
    self.findings = findings
    self.isPolicyUnset = isPolicyUnset
    self.lacksTimes = lacksTimes
  }

  /// Whether any activation is violated or undecided.
  @inlinable public var hasFindings: Bool { findings != nil }

  /// The violations, in the order in which they became certain: the first ``mostListed``, and the
  /// first of each problem.
  public var violations: [Violation] { findings?.violations ?? [] }

  /// The undecided activations, in order; at most ``mostListed``.
  public var undecided: [Undecided] { findings?.undecided ?? [] }

  /// The number of violations that are not listed.
  public var unlistedViolations: Int { findings?.unlisted.values.reduce(0, +) ?? 0 }

  /// The number of violations that are not listed and count as the listed one at an index: those of
  /// its problem, if it is the last one that is listed.
  public func unlistedViolations(like index: Int) -> Int { findings?.unlisted[index] ?? 0 }

  /// The number of undecided activations after those that are listed.
  public var unlistedUndecided: Int { findings?.unlistedUndecided ?? 0 }

  /// The number of violations whose answer came late, with those that are not listed.
  public var lateViolations: Int {
    violations.indices.reduce(0) { count, index in
      violations[index].late == nil ? count : count + 1 + unlistedViolations(like: index)
    }
  }

  /// The number of violations.
  public var violationCount: Int { violations.count + unlistedViolations }

  /// The number of undecided activations.
  public var undecidedCount: Int { undecided.count + unlistedUndecided }
}
