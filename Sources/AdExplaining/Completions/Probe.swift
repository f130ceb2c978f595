internal import AdRules
internal import AdSession

/// Judges changed sessions by one rule, as long as the effort lasts.
final class Probe {
  let rule: Rule
  let effort: Effort
  private let judge: Judge
  private let otherShows: OtherShows

  init(_ rule: Rule, overrides: [PolicySetting], otherShows: OtherShows, effort: Effort) {
    self.rule = rule
    self.otherShows = otherShows
    self.effort = effort
    judge = Judge(rules: [rule], overrides: overrides, completesWitnesses: false)
    judge.logKept()
  }

  /// The result of the rule, and the `seq`s of the kept activations.
  func judge(_ draft: SessionDraft) -> (result: RuleResult, kept: [Int64]) {
    effort.use(records: draft.events.count)
    let results = judge.judge(draft.trace, otherShows: otherShows)
    return (results[0], judge.kept(0))
  }

  /// Whether an activation is undecided for the same reason in a part of its session.
  func leavesOpen(_ undecided: Undecided, in trace: Trace) -> Bool {
    judge.judge(trace, otherShows: otherShows)[0].undecided.contains {
      $0.seq == undecided.seq && $0.why == undecided.why && $0.because == undecided.because
    }
  }
}

/// What a completed session says about one activation.
struct ActivationOutcome {
  /// The activation is violated.
  let isViolated: Bool
  /// The activation is kept.
  let isKept: Bool
  /// The record is no activation any more, for example because another one is the first of its
  /// kind.
  let isGone: Bool
  /// The rule has a violation, of whatever activation.
  let hasViolation: Bool
  let verdict: Verdict
  /// The activation breaks nothing.
  var isHolding: Bool { isKept || isGone }

  /// The outcome of the activation at an event of the explained session; of the whole rule if
  /// `origin` is nil.
  init(
    _ judged: (result: RuleResult, kept: [Int64]), at origin: Int?, seq: Int64,
    _ draft: SessionDraft
  ) {
    verdict = judged.result.verdict
    let violations = judged.result.violations
    hasViolation = !violations.isEmpty
    guard let origin else {
      isViolated = verdict == .violated
      isKept = verdict == .holds
      isGone = verdict == .vacuous
      return
    }
    isViolated = violations.contains { violation in
      draft.origins[violation.certainAt] == .session(origin)
        || violation.witness.contains { draft.origins[$0] == .session(origin) }
    }
    let isOpen = judged.result.undecided.contains { $0.seq == seq }
    isKept = !isViolated && !isOpen && judged.kept.contains(seq)
    isGone = !isViolated && !isOpen && !isKept && verdict != .notCaptured
  }
}
