public import AdReplay
public import AdRules
internal import AdSession

/// One session with the result of every rule.
public struct AuditedSession {
  /// The session as it was read.
  public let reading: SessionReading
  /// The rules, in the order of ``results``.
  public let rules: [Rule]
  /// The result of each rule.
  public let results: RuleResults
  /// What was known of the other sessions of the install when it was judged.
  package let otherShows: OtherShows

  /// Puts a session and its results together.
  public init(_ reading: SessionReading, rules: [Rule], results: RuleResults) {
    self.init(taking: reading, rules: rules, results: results, otherShows: .unknown)
  }

  /// Takes over a session and its results without copies.
  package init(
    taking reading: consuming SessionReading, rules: [Rule], results: consuming RuleResults,
    otherShows: OtherShows
  ) {
    counts = Self.counts(reading, rules, results)
    self.reading = reading
    self.rules = rules
    self.results = results
    self.otherShows = otherShows
  }

  /// The counts of the session.
  public var tally: Tally { Tally(counts) }

  /// The counts of the session, packed.
  let counts: SessionCounts

  /// Whether any rule is violated.
  package var isViolated: Bool { counts.violations != SIMD4() }

  private static func counts(
    _ reading: borrowing SessionReading, _ rules: [Rule], _ results: borrowing RuleResults
  ) -> SessionCounts {
    var counts = SessionCounts()
    counts.records = UInt32(clamping: reading.recordCount)
    let shifts = SIMD8<UInt64>(0, 8, 16, 24, 32, 40, 48, 56)
    counts.verdicts = SIMD8(truncatingIfNeeded: SIMD8(repeating: results.counts) &>> shifts)
    for index in results.indicesOfFindings {
      let result = results[index]
      for (number, violation) in result.violations.enumerated() {
        let severity = Tally.index(of: rules[index].severity(of: violation))
        counts.violations[severity] &+= UInt32(
          clamping: 1 + result.unlistedViolations(like: number))
      }
    }
    return counts
  }
}

/// Counts of an audit.
///
/// The counts of two halves of a fleet add up to those of the whole.
public struct Tally: Equatable, Sendable {
  /// The number of journals that were read.
  public var journals = 0
  /// The number of sessions that were audited.
  public var sessions = 0
  /// The number of whole records in the sessions.
  public var records = 0
  /// The number of journals with damage.
  public var damaged = 0
  /// The number of findings of damage.
  public var damage = 0
  /// The number of sessions that another journal has, too, and that count in each.
  public var repeatedSessions = 0
  /// Verdicts, in the order of ``Verdict/allCases``.
  private var verdicts = SIMD8<Int>()
  /// Violations, in the order of ``Severity/allCases``.
  private var violations = SIMD4<Int>()

  /// No counts yet.
  public init() {}

  /// The counts of one session.
  init(_ session: SessionCounts) {
    sessions = 1
    records = Int(session.records)
    verdicts = SIMD8(truncatingIfNeeded: session.verdicts)
    violations = SIMD4(truncatingIfNeeded: session.violations)
  }

  /// Adds the counts of another part.
  public mutating func add(_ other: Tally) {
    journals += other.journals
    sessions += other.sessions
    records += other.records
    damaged += other.damaged
    damage += other.damage
    repeatedSessions += other.repeatedSessions
    verdicts &+= other.verdicts
    violations &+= other.violations
  }

  /// Adds verdicts that were counted in an earlier report.
  public mutating func add(verdict: Verdict, _ count: Int) {
    verdicts[verdict.index] += count
  }

  /// Adds violations that were counted in an earlier report.
  public mutating func add(severity: Severity, _ count: Int) {
    violations[Self.index(of: severity)] += count
  }

  /// How many times a rule had this verdict, over all sessions.
  public func count(_ verdict: Verdict) -> Int { verdicts[verdict.index] }

  /// How many violations there are of this severity.
  public func count(_ severity: Severity) -> Int { violations[Self.index(of: severity)] }

  /// Whether there is a violation of this severity or above.
  public func isViolated(atLeast least: Severity) -> Bool {
    Severity.allCases.contains { $0 >= least && count($0) > 0 }
  }

  static func index(of severity: Severity) -> Int {
    switch severity {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
