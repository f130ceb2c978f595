internal import AdSession

extension Judge {
  /// `kept` is the verdict of a rule that has activations and no findings.
  func results(_ dispatch: Dispatch, _ kept: Verdict) -> RuleResults {
    lastResults.begin(as: dispatch.template)
    touchedCount = lastResults.take(kept, from: touched, count: touchedCount)
    for index in 0..<touchedCount where touched[index].value.hasLists {
      let rule = Int(touched[index].value.number)
      lastResults.set(rule, findings(of: rule, kept))
    }
    for rule in dispatch.conditional where !(rules[rule].pattern.applies?(evaluation) ?? true) {
      lastResults.set(rule, .notCaptured)
    }
    if evaluation.trace.header?.captures == nil { leaveOutUnseen(dispatch.demanding) }
    let unset = evaluation.session.policy.unset
    if unset != 0 { leaveOut(dispatch.needingPolicy, unset) }
    if !evaluation.trace.hasTimes {
      for rule in dispatch.timed { lastResults.setWithoutTimes(rule) }
    }
    return lastResults
  }

  /// Leaves out the rules that demand records of a kind, if the session has none of that kind.
  ///
  /// Its header does not say what is captured.
  private func leaveOutUnseen(_ demanding: [(rule: Int, kind: EventKind)]) {
    var seen: Set<EventKind> = []
    for event in evaluation.trace.events { seen.insert(event.kind) }
    for (rule, kind) in demanding where !seen.contains(kind) { lastResults.set(rule, .notCaptured) }
  }

  /// Leaves out the rules that need a threshold which was never set.
  ///
  /// A threshold that was set stays set, so those that are unset at the end always were.
  private func leaveOut(
    _ needing: [(rule: Int, keys: UInt64, isOneEnough: Bool)], _ unset: UInt64
  ) {
    for (rule, keys, isOneEnough) in needing
    where isOneEnough ? keys & ~unset == 0 : keys & unset != 0 {
      lastResults.setPolicyUnset(rule)
    }
  }

  @inline(never)
  private func findings(of rule: Int, _ kept: Verdict) -> RuleResult {
    let state = states.cell(rule)
    if state.value.violations.isEmpty && state.value.undecided.isEmpty {
      return RuleResult(
        verdict: kept, activations: state.value.activations)
    }
    let violations = state.value.violations.listed(in: evaluation.trace)
    let undecided = state.value.undecided.listed(in: evaluation.trace)
    return RuleResult(
      verdict: violations.findings.isEmpty ? .inconclusive : .violated,
      activations: state.value.activations,
      violations: violations.findings.map { withLateAnswer(completed($0, of: rules[rule])) },
      undecided: undecided.findings, unlisted: violations.unlisted,
      unlistedUndecided: undecided.unlisted.values.reduce(0, +))
  }
}
