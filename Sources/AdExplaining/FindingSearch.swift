internal import AdRules
internal import AdSession

/// Searches the explanations of the findings of one session.
final class FindingSearch {
  let effort: Effort
  private let trace: Trace
  private let rules: [Rule]
  /// Judges changed sessions.
  ///
  /// Completing the witnesses of their violations would take most of the time, and says no more
  /// about which violations are new.
  private let judge: Judge
  private let overrides: [PolicySetting]
  private let otherShows: OtherShows
  /// Changes of the whole session; made when a finding needs them.
  private lazy var histories = historySearch(in: trace)
  /// The whole session, completed.
  private lazy var filled = FilledSession(trace).draft

  init(
    _ trace: Trace, rules: [Rule], overrides: [PolicySetting],
    otherShows: OtherShows, effort: Effort
  ) {
    self.trace = trace
    self.rules = rules
    judge = Judge(rules: rules, overrides: overrides, completesWitnesses: false)
    self.overrides = overrides
    self.otherShows = otherShows
    self.effort = effort
  }

  func explanation(of finding: ExplainedFinding) -> Explanation {
    let rule = rules[finding.rule]
    effort.begin(finding.urgency(of: rules))
    switch finding.subject {
    case .violation(let violation):
      if rule.actor != .app {
        return explanation(finding, .violation(violation, nil), isCutOff: false)
      }
      let history = history(violation, of: finding.rule)
      return explanation(
        finding, .violation(violation, history), isCutOff: history == nil && effort.isUsedUp)
    case .undecided(let undecided, let others):
      let completions = completions(of: undecided, rule)
      return explanation(
        finding, .undecided(undecided, completions), isCutOff: completions.isCutOff, others)
    case .untrusted:
      let completions = search(trace, probe(rule), nil)
      return explanation(finding, .untrusted(completions), isCutOff: completions.isCutOff)
    case .unjudged:
      let advice = AdviceSearch(
        trace: trace, rule: rule, overrides: overrides, probe: probe(rule))
      return explanation(
        finding,
        finding.verdict == .vacuous
          ? .vacuous(advice.forVacuous()) : .notCaptured(advice.forNotCaptured()),
        isCutOff: false)
    }
  }

  private func explanation(
    _ finding: ExplainedFinding, _ content: Explanation.Finding, isCutOff: Bool,
    _ others: [Int64] = []
  ) -> Explanation {
    Explanation(
      rule: rules[finding.rule], verdict: finding.verdict, seq: finding.seq,
      follows: finding.follows,
      equalSeqs: others, finding: content, judged: effort.judged, isCutOff: isCutOff)
  }

  // MARK: Violations

  private func history(_ violation: Violation, of rule: Int) -> CorrectHistory? {
    if effort.isUsedUp { return nil }
    guard let vicinity = vicinity(around: violation.witness + [violation.certainAt]),
      let own = vicinity.violation(violation)
    else { return histories.run(violation, of: rule) }
    let search = historySearch(in: vicinity.trace)
    if !search.knows(own, of: rule) { return histories.run(violation, of: rule) }
    return search.run(own, of: rule) { [histories] draft in
      let whole = vicinity.merged(draft)
      return histories.isCorrect(whole, without: violation, of: rule) ? whole : nil
    }
  }

  /// The records around some records; nil if the whole session is searched.
  private func vicinity(around anchors: [Int]) -> Vicinity? {
    if !Vicinity.isNeeded(for: trace) { return nil }
    return Vicinity(of: trace, filled, around: anchors)
  }

  private func historySearch(in trace: Trace) -> HistorySearch {
    HistorySearch(
      trace, rules: rules, judge: judge, overrides: overrides, otherShows: otherShows,
      effort: effort)
  }

  // MARK: Undecided activations

  func completions(of undecided: Undecided, _ rule: Rule) -> Completions {
    let probe = probe(rule)
    guard !effort.isUsedUp, let index = trace.index(ofSeq: undecided.seq),
      let vicinity = vicinity(around: [index]), probe.leavesOpen(undecided, in: vicinity.trace)
    else { return search(trace, probe, undecided) }
    return search(vicinity.trace, probe, undecided, vicinity)
  }

  private func probe(_ rule: Rule) -> Probe {
    Probe(rule, overrides: overrides, otherShows: otherShows, effort: effort)
  }

  private func search(
    _ trace: Trace, _ probe: Probe, _ undecided: Undecided?, _ vicinity: Vicinity? = nil
  ) -> Completions {
    if effort.isUsedUp {
      return Completions(violating: nil, holding: nil, judged: 0, isCutOff: true)
    }
    return CompletionSearch(
      trace, probe: probe, overrides: overrides, undecided: undecided, vicinity: vicinity
    ).run()
  }
}
