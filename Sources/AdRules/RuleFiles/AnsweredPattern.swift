internal import AdSession

/// Response: an answer follows each trigger within a time limit.
final class Answered: Sendable {
  private let events: EventSelection
  private let related: Formula.Related

  init(_ events: EventSelection, _ related: Formula.Related) {
    self.events = events
    self.related = related
  }

  var pattern: Pattern {
    let answering = Pattern.Visit(
      related.events.triggers, filtersFormat: false, need: .awake
    ) { self.answer($0, &$1) }
    let asking = Pattern.Visit(events.triggers) { self.ask($0, &$1) }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { evaluation, state in
      state.settleAll(in: evaluation, message: self.sentence)
    }
    .demanding(anyOf: related.events.kinds)
  }

  private func answer(_ context: EvaluationContext, _ state: inout RuleState) {
    let membership = related.events.contains(context)
    guard membership != .no, let key = related.correlation.keyIfGiven(context) else { return }
    if related.correlation.isUnsure(context) {
      state.doubtAll(related.correlation, context)
    } else if membership == .yes {
      state.answer(key, by: context.index, in: context.evaluation, message: sentence)
    } else if context.facts.unsure.contains(.show) && related.correlation == .ad {
      state.answerByShow(key, context, message: sentence)
    } else {
      state.doubt(key, by: context.index, in: context.evaluation)
    }
  }

  private func ask(_ context: EvaluationContext, _ state: inout RuleState) {
    let membership = events.triggers(context, &state)
    guard membership != .no, let key = related.correlation.keyIfGiven(context),
      let limit = related.limit, !limit.isUnset(context)
    else { return }
    if related.correlation.isUnsure(context) {
      return state.report(.undecided(.gap), of: context)
    }
    guard let milliseconds = limit.inForce(context) else {
      return state.report(.undecided(.unknown), of: context)
    }
    var wait = Wait(trigger: context.index, limitMs: milliseconds, key: limit.key)
    wait.facts = context.facts
    wait.showsFormat = state.formats != .all
    wait.missing = related.events.kinds[0]
    if case .maybe(let doubt) = membership { wait.doubt = doubt }
    if context.facts.unsure.contains(.show) { wait.doubt = .gap }
    state.open.append(wait, correlation: key)
  }

  private func sentence(_ context: EvaluationContext, _ inTime: String) -> String {
    "\(context.eventName) was not followed\(inTime) by \(related.events.name) of the same \(related.correlation)"
  }
}
