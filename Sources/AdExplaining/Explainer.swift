public import AdRules
public import AdSession

/// Explains verdicts: what would have to be different for another one.
///
/// Every changed or completed session that an explanation shows was judged. What is not found may
/// exist: the search tries the records that the rule can see, at the instants that can make a
/// difference.
///
/// Use an explainer on one thread at a time.
public final class Explainer {
  /// The rules, in the order of explanations.
  public let rules: [Rule]
  /// The maximum number of changed sessions that are judged for all findings of all sessions; one
  /// of more than 1000 records counts once more for each 1000.
  public let effort: Int
  private let shared: Effort
  private let overrides: [PolicySetting]
  private let judge: Judge

  /// The ``effort`` if no other is given.
  public static let usualEffort = 20_000

  /// Makes an explainer; `overrides` are thresholds that win over what a journal says.
  public init(
    rules: [Rule] = RuleBook.all, overrides: [PolicySetting] = [], effort: Int = usualEffort
  ) {
    self.rules = rules
    self.overrides = overrides
    self.effort = effort
    shared = Effort(effort)
    judge = Judge(rules: rules, overrides: overrides)
  }

  /// What is left of the ``effort``.
  public var effortLeft: Int { max(0, shared.left) }

  /// Calls a closure for each changed session that is judged, to show progress.
  public func onJudged(_ body: @escaping () -> Void) { shared.onJudged = body }

  /// The findings of a session to explain.
  public struct Choice: Sendable {
    /// The rules to explain; nil for all.
    public var rules: Set<String>?
    /// The record of the finding to explain; nil for all findings.
    public var seq: Int64?
    /// Whether vacuous and not captured rules are explained, too.
    public var includesUnjudged: Bool

    /// Makes a choice.
    public init(rules: Set<String>? = nil, seq: Int64? = nil, includesUnjudged: Bool = false) {
      self.rules = rules
      self.seq = seq
      self.includesUnjudged = includesUnjudged
    }
  }

  /// The explanations of a session: of its violations, then of what is undecided by rule.
  ///
  /// Equal undecided activations of a rule are explained once. Each explanation is searched when it
  /// is asked for.
  ///
  /// All sessions share the ``effort``: findings of sessions for which this was called before the
  /// first search get equal shares. If there is not enough for all, violations come first, the most
  /// severe ones before others.
  ///
  /// - Parameters:
  ///   - choice: The findings to explain; by default all violations and undecided activations.
  ///   - results: The results of the session; nil judges it.
  ///   - order: The violations in the order of their explanations; nil for that of the records at
  ///     which they became certain.
  ///   - otherShows: The shows of the same install in other sessions. A finding that depends on
  ///     others has no changed journal.
  public func explain(
    _ trace: Trace, _ choice: Choice = Choice(), results: RuleResults? = nil,
    order: [OrderedViolation]? = nil, otherShows: OtherShows = .unknown
  ) -> Explanations {
    let results = results ?? judge.judge(trace, otherShows: otherShows)
    let findings = ExplainedFinding.all(results, of: rules, in: trace, choice, order)
    let search = FindingSearch(
      trace, rules: rules, overrides: overrides, otherShows: otherShows,
      effort: shared)
    shared.expect(findings.map { $0.urgency(of: rules) })
    return Explanations(findings, search)
  }

  /// The completions of an undecided activation of a session.
  ///
  /// The activation must be one that a judge reported for this rule and session. The search judges
  /// at most ``effort`` sessions.
  public func completions(
    of undecided: Undecided, rule: Rule, in trace: Trace, otherShows: OtherShows = .unknown
  ) -> Completions {
    let effort = Effort(effort)
    effort.begin(.undecided)
    return FindingSearch(
      trace, rules: rules, overrides: overrides, otherShows: otherShows,
      effort: effort
    ).completions(of: undecided, rule)
  }
}

/// The explanations of a session; each is searched when it is asked for.
public struct Explanations: Sequence, IteratorProtocol {
  private var findings: ArraySlice<ExplainedFinding>
  private let search: FindingSearch

  init(_ findings: [ExplainedFinding], _ search: FindingSearch) {
    self.findings = findings[...]
    self.search = search
  }

  /// Whether there are no more explanations.
  public var isEmpty: Bool { findings.isEmpty }

  /// Searches the next explanation; nil after the last.
  public mutating func next() -> Explanation? {
    findings.popFirst().map { search.explanation(of: $0) }
  }

  /// The first explanation; nil if there is none.
  public var first: Explanation? {
    var explanations = self
    return explanations.next()
  }
}
