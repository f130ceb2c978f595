internal import AdRules
internal import AdSession

/// Searches the smallest change to the records of the app with which a violation is gone and no new one
/// appears.
///
/// Changes that remove the violation and cause new ones are continued: the next change must remove the first
/// of the new ones.
final class HistorySearch {
  private let rules: [Rule]
  private let judge: Judge
  private let otherShows: OtherShows
  private let overrides: [PolicySetting]
  private let base: SessionDraft
  private let known: [ViolationSignature: Violation]
  private var ruleJudges: [Int: Judge] = [:]
  private var left = 0
  private var judged = 0

  /// The maximum number of changes.
  static let mostChanges = 3
  /// The maximum number of unfinished histories that are continued, and of changes tried for each.
  private static let mostContinued = 12
  private static let mostNext = 60

  /// Prepares searches in one session.
  init(
    _ trace: Trace, rules: [Rule], judge: Judge, overrides: [PolicySetting], otherShows: OtherShows
  ) {
    self.rules = rules
    self.judge = judge
    self.overrides = overrides
    self.otherShows = otherShows
    base = FilledSession(trace).draft
    known = ViolationSignature.all(
      judge.judge(base.trace, otherShows: otherShows), in: base)
  }

  /// A history whose changes removed the violation and caused new ones.
  private struct Unfinished {
    let draft: SessionDraft
    let changes: [HistoryChange]
    let cost: Int
    /// The first new violation.
    let rule: Int
    let violation: Violation
    let newCount: Int
    let affected: Int
  }

  /// The nearest correct history of a violation of the explained session; nil if none was found.
  func run(
    _ violation: Violation, of rule: Int, effort: Int
  ) -> (history: CorrectHistory?, judged: Int, isCutOff: Bool) {
    (left, judged) = (effort, 0)
    guard let target = target(violation, rule) else { return (nil, 0, false) }
    let goal = ViolationSignature(target, of: rule, in: base)
    let start = Unfinished(
      draft: base, changes: [], cost: 0, rule: rule, violation: target, newCount: 0, affected: 0)
    var levels: [[Unfinished]] = [[start]]
    for cost in 1...Self.mostChanges {
      var next: [Unfinished] = []
      for history in continued(levels[cost - 1]) {
        if let found = extend(history, HistoryCandidates.single, goal, &next) { return result(found) }
      }
      if cost > 1 {
        for history in continued(levels[cost - 2]) {
          if let found = extend(history, HistoryCandidates.replacements, goal, &next) {
            return result(found)
          }
        }
      }
      levels.append(next)
    }
    return result(nil)
  }

  private func result(
    _ history: CorrectHistory?
  ) -> (history: CorrectHistory?, judged: Int, isCutOff: Bool) {
    (history, judged, history == nil && left <= 0)
  }

  private func continued(_ histories: [Unfinished]) -> [Unfinished] {
    Array(
      histories.enumerated().sorted {
        ($0.element.newCount, $0.element.affected, $0.offset)
          < ($1.element.newCount, $1.element.affected, $1.offset)
      }.map(\.element).prefix(Self.mostContinued))
  }

  /// The violation in the filled session.
  private func target(_ violation: Violation, _ rule: Int) -> Violation? {
    let origins = Set(violation.witness.map { Origin.session($0) })
    let exact = known.filter { $0.key.rule == rule }.map(\.value).first {
      Set($0.witness.map { base.origins[$0] }) == origins
    }
    return exact
      ?? known.filter { $0.key.rule == rule }.map(\.value).first {
        base.origins[$0.certainAt] == .session(violation.certainAt)
      }
  }

  /// Tries the next changes of a history; returns the first that is correct.
  private func extend(
    _ history: Unfinished, _ edits: (HistoryCandidates) -> () -> [HistoryEdit],
    _ goal: ViolationSignature, _ next: inout [Unfinished]
  ) -> CorrectHistory? {
    let candidates = HistoryCandidates(
      history.draft, history.violation, of: rules[history.rule], overrides: overrides)
    let current = ViolationSignature(history.violation, of: history.rule, in: history.draft)
    let all = edits(candidates)()
    for edit in history.changes.isEmpty ? all[...] : all.prefix(Self.mostNext) {
      if left <= 0 { return nil }
      if !removes(current, edit) { continue }
      let found = judgeAll(edit.draft)
      if found[goal] != nil { continue }
      let new = found.filter { known[$0.key] == nil }
      let changes = history.changes + [edit.change]
      if new.isEmpty { return CorrectHistory(changes, edit.draft) }
      guard let first = new.min(by: { ($0.value.certainAt, $0.key.rule) < ($1.value.certainAt, $1.key.rule) })
      else { continue }
      next.append(
        Unfinished(
          draft: edit.draft, changes: changes, cost: history.cost + edit.cost,
          rule: first.key.rule, violation: first.value, newCount: new.count,
          affected: history.affected + 1 + edit.change.consequences))
    }
    return nil
  }

  /// Whether a change removes a violation, judged by its rule alone.
  private func removes(_ signature: ViolationSignature, _ edit: HistoryEdit) -> Bool {
    left -= 1
    judged += 1
    let judge = ruleJudges[signature.rule] ?? Judge(rules: [rules[signature.rule]], overrides: overrides)
    ruleJudges[signature.rule] = judge
    let result = judge.judge(edit.draft.trace, otherShows: otherShows)[0]
    return !result.violations.contains {
      ViolationSignature($0, of: signature.rule, in: edit.draft) == signature
    }
  }

  private func judgeAll(_ draft: SessionDraft) -> [ViolationSignature: Violation] {
    left -= 1
    judged += 1
    return ViolationSignature.all(judge.judge(draft.trace, otherShows: otherShows), in: draft)
  }
}
