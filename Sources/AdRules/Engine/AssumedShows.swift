internal import AdSession

/// The findings of a rule if nothing is known of earlier shows, beside those if there were none.
struct FindingsIfUnknown {
  private(set) var violations = FirstFindings<Violation>()
  private(set) var undecided = FirstFindings<Undecided>()
  /// Whether an activation differs in the two cases.
  private(set) var differ = false
  private(set) var isUsed = false

  /// Adds a violation of both cases.
  mutating func add(_ violation: Violation, in trace: Trace) {
    isUsed = true
    violations.add(violation, in: trace)
  }

  /// Adds an activation that is undecided in both cases.
  mutating func add(_ activation: Undecided, in trace: Trace) {
    isUsed = true
    undecided.add(activation, in: trace)
  }

  /// Adds an activation that is decided if there were no earlier shows.
  mutating func add(assumption activation: Undecided, in trace: Trace) {
    add(activation, in: trace)
    differ = true
  }

  /// Removes all findings and keeps the memory.
  mutating func removeAll() {
    violations.removeAll()
    undecided.removeAll()
    differ = false
    isUsed = false
  }
}

extension RuleState {
  /// Whether an activation whose judgement assumes that there were no earlier shows would be
  /// undecided if nothing were known of them; a reused name or a doubtful attempt leaves it
  /// undecided in any case.
  func dependsOnEarlierShows(_ index: Int, in evaluation: Evaluation) -> Bool {
    let unknown = settled(.undecided(.earlierShows), of: index, in: evaluation)
    if doubt == nil, case .undecided(.earlierShows) = unknown { return true }
    return false
  }
}

extension EvaluationContext {
  /// Whether a doubt does not count, because no earlier shows are assumed.
  func assumesNoEarlierShows(_ doubt: Doubt) -> Bool {
    doubt == .earlierShows && evaluation.otherShows.isAssumed
  }
}

extension Judge {
  /// Finds the results of the rules that assumed that there were no earlier shows, or whose
  /// witnesses did.
  func findResultsIfUnknown() {
    for index in 0..<touchedCount {
      let state = touched[index]
      let rule = Int(state.value.number)
      if state.value.ifUnknown.differ {
        let findings = state.value.ifUnknown
        let result = self.findings(findings.violations, findings.undecided, of: rule, .unknown)
        resultsIfUnknown.append((rule, result))
      } else if evaluation.usedOwnCount, !state.value.violations.isEmpty {
        let result = findings(state.value.violations, state.value.undecided, of: rule, .unknown)
        resultsIfUnknown.append((rule, result))
      }
    }
  }
}
