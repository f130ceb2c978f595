extension Judge {
  /// `kept` is the verdict of a rule that has activations and no findings.
  func results(_ dispatch: Dispatch, _ kept: Verdict) -> RuleResults {
    lastResults.begin(as: dispatch.template)
    let touched = UnsafeMutableBufferPointer(start: touched, count: touchedCount)
    touchedCount = lastResults.take(kept, from: touched)
    for place in 0..<touchedCount where touched[place].pointee.hasLists {
      let rule = Int(touched[place].pointee.number)
      lastResults.set(rule, findings(of: rule, kept))
    }
    for rule in dispatch.conditional where !(rules[rule].pattern.applies?(run) ?? true) {
      lastResults.set(rule, .notCaptured)
    }
    return lastResults
  }

  @inline(never)
  private func findings(of rule: Int, _ kept: Verdict) -> RuleResult {
    let monitor = monitors + rule
    if monitor.pointee.violations.isEmpty && monitor.pointee.undecided.isEmpty {
      return RuleResult(
        verdict: kept, activations: monitor.pointee.activations)
    }
    let violations = monitor.pointee.violations.sorted { $0.certainAt < $1.certainAt }
    return RuleResult(
      verdict: violations.isEmpty ? .inconclusive : .violated,
      activations: monitor.pointee.activations,
      violations: violations.map { completed($0, of: rules[rule]) },
      undecided: monitor.pointee.undecided.sorted { $0.seq < $1.seq })
  }
}
