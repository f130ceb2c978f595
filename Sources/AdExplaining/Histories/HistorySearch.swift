internal import AdRules
internal import AdSession

/// Searches the smallest change to the records of the app with which a violation is gone and no new
/// one appears.
///
/// Changes that remove the violation and cause new ones are continued: the next change must remove
/// the first of the new ones.
final class HistorySearch {
  private let rules: [Rule]
  private let judge: Judge
  private let otherShows: OtherShows
  private let overrides: [PolicySetting]
  private let base: SessionDraft
  private let known: [FoundViolation]
  private let knownSignatures: Set<ViolationSignature>
  /// The number of undecided activations of each rule.
  private let undecided: [Int]
  private var ruleJudges: [Int: Judge] = [:]
  private let effort: Effort

  /// The maximum number of changes.
  static let mostChanges = 3
  /// The maximum number of changes that are tried to continue a history.
  private static let mostNext = 80
  /// The maximum number of unfinished histories that are continued; fewer in a long session,
  /// because each holds its records.
  private var mostContinued: Int { max(1, min(12, 24_000 / max(1, base.events.count))) }

  /// Prepares searches in one session.
  init(
    _ trace: Trace, rules: [Rule], judge: Judge, overrides: [PolicySetting],
    otherShows: OtherShows, effort: Effort
  ) {
    self.rules = rules
    self.judge = judge
    self.overrides = overrides
    self.otherShows = otherShows
    self.effort = effort
    base = FilledSession(trace).withoutReusedNames().draft
    let results = judge.judge(base.trace, otherShows: otherShows)
    known = FoundViolation.all(results, in: base)
    knownSignatures = Set(known.map { $0.signature })
    undecided = results.map { $0.undecided.count }
  }

  /// A history whose changes removed the violation and caused new ones.
  private struct Unfinished {
    let draft: SessionDraft
    let changes: [HistoryChange]
    /// The first new violation.
    let rule: Int
    let violation: Violation
    let newCount: Int
    let affected: Int
    /// Whether it does what the rule asks for; see ``Demand``.
    let meetsDemand: Bool
  }

  /// What a rule asks the app for: the missing record, while the record that calls for it stays.
  private struct Demand {
    let missing: Violation.Missing
    let trigger: Origin
  }

  /// The nearest correct history of a violation of the explained session; nil if none was found.
  ///
  /// A history with the missing record is preferred to a smaller one without it: the record is what
  /// the rule asks for.
  ///
  /// - Parameter whole: The whole session with the change, if the explained session is a vicinity;
  ///   nil if the change is not correct there.
  func run(
    _ violation: Violation, of rule: Int, whole: (SessionDraft) -> SessionDraft? = { $0 }
  ) -> CorrectHistory? {
    guard let target = target(violation, rule) else { return nil }
    let goal = ViolationSignature(target, of: rule, in: base)
    let start = Unfinished(
      draft: base, changes: [], rule: rule, violation: target, newCount: 0, affected: 0,
      meetsDemand: false)
    let demand = demand(of: target)
    var unfinished = [start]
    var without: CorrectHistory?
    for _ in 1...Self.mostChanges {
      var next: [Unfinished] = []
      for history in unfinished where without == nil || history.meetsDemand {
        guard let found = extend(history, goal, demand, &next, whole) else { continue }
        if demand == nil || found.meetsDemand { return found.history }
        without = without ?? found.history
      }
      unfinished = best(next)
    }
    return without
  }

  /// What the rule of a violation asks for; nil where no record of the app is missing.
  private func demand(of violation: Violation) -> Demand? {
    guard let missing = violation.missing, missing.kind.isDecisionOfApp else { return nil }
    let trigger = violation.witness.first { base.events[$0].t == missing.fromT }
    return trigger.map { Demand(missing: missing, trigger: base.origins[$0]) }
  }

  /// Whether a judge finds a violation in the explained session.
  func knows(_ violation: Violation, of rule: Int) -> Bool { target(violation, rule) != nil }

  /// Whether a changed session lacks a violation of the explained one, and has no new ones.
  func isCorrect(_ draft: SessionDraft, without violation: Violation, of rule: Int) -> Bool {
    guard let target = target(violation, rule) else { return false }
    let goal = ViolationSignature(target, of: rule, in: base)
    return judgeAll(draft).allSatisfy {
      $0.signature != goal && knownSignatures.contains($0.signature)
    }
  }

  /// The unfinished histories to continue: those that do what the rule asks for, then those with
  /// the fewest new violations, then changes.
  private func best(_ histories: [Unfinished]) -> [Unfinished] {
    Array(
      histories.enumerated().sorted {
        ($0.element.meetsDemand ? 0 : 1, $0.element.newCount, $0.element.affected, $0.offset)
          < ($1.element.meetsDemand ? 0 : 1, $1.element.newCount, $1.element.affected, $1.offset)
      }.map { $0.element }.prefix(mostContinued))
  }

  /// The violation in the filled session.
  private func target(_ violation: Violation, _ rule: Int) -> Violation? {
    let origins = Set(violation.witness.map { Origin.session($0) })
    let ofRule = known.filter { $0.signature.rule == rule }.map { $0.violation }
    let exact = ofRule.first {
      base.origins[$0.certainAt] == .session(violation.certainAt)
        && origins.isSuperset(of: $0.witness.map { base.origins[$0] })
    }
    return exact
      ?? ofRule.first { base.origins[$0.certainAt] == .session(violation.certainAt) }
  }

  /// Tries the next changes of a history; returns the first that is correct.
  private func extend(
    _ history: Unfinished, _ goal: ViolationSignature, _ demand: Demand?,
    _ next: inout [Unfinished], _ whole: (SessionDraft) -> SessionDraft?
  ) -> (history: CorrectHistory, meetsDemand: Bool)? {
    let candidates = HistoryCandidates(
      history.draft, history.violation, of: rules[history.rule], overrides: overrides)
    let current = ViolationSignature(history.violation, of: history.rule, in: history.draft)
    let all = candidates.all()
    for edit in history.changes.isEmpty ? all[...] : all.prefix(Self.mostNext) {
      if effort.isUsedUp { return nil }
      if edit.changesAgain(history.changes) { continue }
      let draft = edit.draft()
      if !removes(current, draft) { continue }
      let found = judgeAll(draft)
      if found.contains(where: { $0.signature == goal }) { continue }
      let new = found.filter { !knownSignatures.contains($0.signature) }
      let changes = history.changes + [edit.change]
      let meetsDemand = demand.map { meets($0, changes, draft) } ?? false
      // The first in the session, and of those the first in the order of the rules.
      guard let first = new.min(by: { $0.violation.certainAt < $1.violation.certainAt }) else {
        guard let correct = whole(draft) else { continue }
        return (CorrectHistory(changes, correct), meetsDemand)
      }
      next.append(
        Unfinished(
          draft: draft, changes: changes, rule: first.signature.rule,
          violation: first.violation,
          newCount: new.count,
          affected: history.affected + 1 + edit.change.consequences,
          meetsDemand: meetsDemand))
      if next.count == 2 * mostContinued { next = best(next) }
    }
    return nil
  }

  private func meets(_ demand: Demand, _ changes: [HistoryChange], _ draft: SessionDraft) -> Bool {
    changes.contains { $0.brings(demand.missing) } && draft.origins.contains(demand.trigger)
  }

  /// Whether a change removes a violation, judged by its rule alone.
  private func removes(_ signature: ViolationSignature, _ draft: SessionDraft) -> Bool {
    effort.use(records: draft.events.count)
    let judge =
      ruleJudges[signature.rule]
      ?? Judge(rules: [rules[signature.rule]], overrides: overrides, completesWitnesses: false)
    ruleJudges[signature.rule] = judge
    let result = judge.judge(draft.trace, otherShows: otherShows)[0]
    // A violation must not just become undecided, for example because its deadline moved behind the
    // end.
    if result.undecided.count > undecided[signature.rule] { return false }
    return !result.violations.contains {
      ViolationSignature($0, of: signature.rule, in: draft) == signature
    }
  }

  private func judgeAll(_ draft: SessionDraft) -> [FoundViolation] {
    effort.use(records: draft.events.count)
    return FoundViolation.all(judge.judge(draft.trace, otherShows: otherShows), in: draft)
  }
}

extension HistoryEdit {
  /// Whether the record was changed or added before.
  fileprivate func changesAgain(_ changes: [HistoryChange]) -> Bool {
    if change.action == .add { return false }
    return change.seq == 0 || changes.contains { $0.action != .add && $0.seq == change.seq }
  }
}
