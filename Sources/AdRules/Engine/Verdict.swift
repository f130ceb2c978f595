public import AdSession

/// What a rule says of one session.
public enum Verdict: String, CaseIterable, Sendable {
  /// No violation, nothing undecided, at least one activation.
  case holds
  /// At least one violation.
  case violated
  /// No violation, and the journal cannot tell for at least one activation.
  case inconclusive
  /// The rule observes what the session captures, and was never activated.
  case vacuous
  /// The rule observes a class of events that the session does not capture.
  case notCaptured = "not-captured"

  /// Its place among all verdicts, where they are counted; those of activated rules come first.
  @inlinable package var place: Int {
    switch self {
    case .holds: 0
    case .violated: 1
    case .inconclusive: 2
    case .vacuous: 3
    case .notCaptured: 4
    }
  }

  /// holds, violated, inconclusive, vacuous, not-captured: the verdicts by their places.
  package static let inOrderOfContract = allCases.sorted { $0.place < $1.place }
}

/// How bad a violation is.
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

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// Why an activation is undecided.
public enum Doubt: String, Sendable {
  /// The session ended before the deadline.
  case pending
  /// A gap could hold what decides it.
  case gap
  /// The session was cut, and the rule waits for its end.
  case cut
  /// A fact is missing that the journal does not have.
  case unknown
}

/// An activation that the journal cannot decide.
public struct Undecided: Equatable, Sendable {
  /// The `seq` of the activating event.
  public var seq: Int64
  /// Why.
  public var why: Doubt
  /// For a pending deadline: the active time that is left, in milliseconds.
  public var remainingMs: Int64?
}

/// One violation of one rule, with what shows it.
public struct Violation: Sendable {
  /// The event that had to come and did not, with its window in `t` (milliseconds).
  public struct Missing: Equatable, Sendable {
    /// The kind.
    public var kind: EventKind
    /// Where the window opens.
    public var fromT: Int64
    /// Where it closes.
    public var toT: Int64
  }

  /// The indexes in the trace of the events that show it, rising.
  public var witness: [Int]
  /// The index of the event at which it became certain.
  public var certainAt: Int
  /// One sentence that a person on call understands without the catalogue.
  public var because: String
  /// For a missed deadline: what is missing.
  public var missing: Missing?
  /// The thresholds in force, in their own units.
  public var policy: [PolicySetting] = []
  /// The value that was measured, in the threshold's unit.
  public var measured: Double?
}

/// What one rule says of one session, with everything that it is based on.
public struct RuleResult: Sendable {
  /// The verdict.
  public var verdict: Verdict
  /// How many activations there were: kept, violated and undecided.
  public var activations: Int
  /// Most results have none: then there is nothing to keep and nothing to release.
  @usableFromInline let findings: Findings?

  /// What is violated and what is undecided.
  @usableFromInline
  final class Findings: Sendable {
    let violations: [Violation]
    let undecided: [Undecided]

    init(_ violations: [Violation], _ undecided: [Undecided]) {
      self.violations = violations
      self.undecided = undecided
    }
  }

  /// Makes a result.
  public init(
    verdict: Verdict, activations: Int, violations: [Violation] = [], undecided: [Undecided] = []
  ) {
    self.verdict = verdict
    self.activations = activations
    findings =
      violations.isEmpty && undecided.isEmpty ? nil : Findings(violations, undecided)
  }

  @inline(__always)
  init(_ verdict: Verdict, activations: Int, findings: Findings?) {
    self.verdict = verdict
    self.activations = activations
    self.findings = findings
  }

  /// Whether anything is violated or undecided.
  @inlinable public var hasFindings: Bool { findings != nil }

  /// The violations, in the order in which they became certain.
  public var violations: [Violation] { findings?.violations ?? [] }

  /// The undecided activations, in order.
  public var undecided: [Undecided] { findings?.undecided ?? [] }
}
