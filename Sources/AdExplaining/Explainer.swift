public import AdRules
public import AdSession

/// Explains verdicts: what would have to be different for another one.
///
/// Every changed or completed session that an explanation shows was judged. What is not found may exist: the
/// search tries the records that the rule can see, at the instants that can make a difference.
///
/// Use an explainer on one thread at a time.
public final class Explainer {
  /// The rules, in the order of explanations.
  public let rules: [Rule]
  /// The maximum number of changed sessions that are judged for each finding.
  public var effort: Int
  private let overrides: [PolicySetting]
  private let judge: Judge
  /// Judges changed sessions.
  ///
  /// Completing the witnesses of their violations would take most of the time, and says no more about which
  /// violations are new.
  private let judgeOfChanges: Judge
  private var probes: [String: Probe] = [:]

  /// The ``effort`` if no other is given.
  public static let usualEffort = 2000

  /// Makes an explainer; `overrides` are thresholds that win over what a journal says.
  public init(
    rules: [Rule] = RuleBook.all, overrides: [PolicySetting] = [], effort: Int = usualEffort
  ) {
    self.rules = rules
    self.overrides = overrides
    self.effort = effort
    judge = Judge(rules: rules, overrides: overrides)
    judgeOfChanges = Judge(rules: rules, overrides: overrides, completesWitnesses: false)
  }

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

  /// The explanations of a session, in the order of the rules and of their findings.
  ///
  /// - Parameters:
  ///   - choice: The findings to explain; by default all violations and undecided activations.
  ///   - results: The results of the session; nil judges it.
  ///   - otherShows: The shows of the same install in other sessions. A finding that depends on others has no
  ///     changed journal.
  public func explain(
    _ trace: Trace, _ choice: Choice = Choice(), results: RuleResults? = nil,
    otherShows: OtherShows = .unknown
  ) -> [Explanation] {
    let results = results ?? judge.judge(trace, otherShows: otherShows)
    var explanations: [Explanation] = []
    var histories: HistorySearch?
    for (number, result) in results.enumerated() {
      if let wanted = choice.rules, !wanted.contains(rules[number].id) { continue }
      let session = Session(trace: trace, otherShows: otherShows, rule: number, result: result)
      if result.verdict == .violated || result.verdict == .inconclusive {
        explanations += findings(session, choice, &histories)
      } else if choice.includesUnjudged, choice.seq == nil {
        explanations += unjudged(session)
      }
    }
    return explanations
  }

  /// The completions of an undecided activation of a session.
  ///
  /// The activation must be one that a judge reported for this rule and session. The search judges at most
  /// ``effort`` sessions.
  public func completions(
    of undecided: Undecided, rule: Rule, in trace: Trace, otherShows: OtherShows = .unknown
  ) -> Completions {
    search(trace, probe(rule, otherShows), undecided)
  }

  /// One session, one of its rules and its result.
  private struct Session {
    let trace: Trace
    let otherShows: OtherShows
    let rule: Int
    let result: RuleResult
  }

  private func findings(
    _ session: Session, _ choice: Choice, _ histories: inout HistorySearch?
  ) -> [Explanation] {
    let result = session.result
    var found: [Explanation] = []
    for violation in result.violations {
      let seq = session.trace.events[violation.certainAt].seq
      if let wanted = choice.seq, wanted != seq { continue }
      let search = histories ?? historySearch(session)
      histories = search
      found.append(explanation(of: violation, seq, session, search))
    }
    for undecided in result.undecided where choice.seq ?? undecided.seq == undecided.seq {
      let completions = completions(
        of: undecided, rule: rules[session.rule], in: session.trace, otherShows: session.otherShows)
      found.append(
        explanation(.undecided(undecided, completions), undecided.seq, session, completions))
    }
    if result.verdict == .inconclusive, result.undecided.isEmpty, choice.seq == nil {
      let completions = search(
        session.trace, probe(rules[session.rule], session.otherShows), nil)
      found.append(explanation(.untrusted(completions), nil, session, completions))
    }
    return found
  }

  private func explanation(
    _ finding: Explanation.Finding, _ seq: Int64?, _ session: Session, _ completions: Completions
  ) -> Explanation {
    Explanation(
      rule: rules[session.rule], verdict: session.result.verdict, seq: seq, finding: finding,
      judged: completions.judged, isCutOff: completions.isCutOff)
  }

  private func historySearch(_ session: Session) -> HistorySearch {
    HistorySearch(
      session.trace, rules: rules, judge: judgeOfChanges, overrides: overrides,
      otherShows: session.otherShows)
  }

  private func explanation(
    of violation: Violation, _ seq: Int64, _ session: Session, _ search: HistorySearch
  ) -> Explanation {
    let (history, judged, isCutOff) = search.run(violation, of: session.rule, effort: effort)
    return Explanation(
      rule: rules[session.rule], verdict: session.result.verdict, seq: seq,
      finding: .violation(violation, history), judged: judged, isCutOff: isCutOff)
  }

  private func unjudged(_ session: Session) -> [Explanation] {
    let advice = AdviceSearch(
      trace: session.trace, rule: rules[session.rule], overrides: overrides,
      otherShows: session.otherShows, effort: effort)
    let finding: Explanation.Finding
    switch session.result.verdict {
    case .vacuous: finding = .vacuous(advice.forVacuous())
    case .notCaptured: finding = .notCaptured(advice.forNotCaptured())
    case .holds, .violated, .inconclusive: return []
    }
    return [
      Explanation(
        rule: rules[session.rule], verdict: session.result.verdict, seq: nil, finding: finding,
        judged: 0, isCutOff: false)
    ]
  }

  private func probe(_ rule: Rule, _ otherShows: OtherShows) -> Probe {
    Probe(rule, overrides: overrides, otherShows: otherShows, effort: effort)
  }

  private func search(_ trace: Trace, _ probe: Probe, _ undecided: Undecided?) -> Completions {
    let origin = undecided.flatMap { undecided in
      trace.events.firstIndex { $0.seq == undecided.seq }
    }
    return CompletionSearch(
      trace, probe: probe, overrides: overrides, undecided: undecided, origin: origin
    ).run()
  }
}
