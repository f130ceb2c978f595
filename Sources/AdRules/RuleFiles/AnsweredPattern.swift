internal import AdSession

/// Response: each of some events is answered by one of others in time.
final class Answered: Sendable {
  private let events: EventSelection
  private let looked: Formula.Looked

  init(_ events: EventSelection, _ looked: Formula.Looked) {
    self.events = events
    self.looked = looked
  }

  var pattern: Pattern {
    let answering = Pattern.Visit(
      looked.events.triggers, filtersFormat: false, need: .awake
    ) { self.answer($0, &$1) }
    let asking = Pattern.Visit(events.triggers) { self.ask($0, &$1) }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { evaluation, state in
      state.settleAll(in: evaluation, message: self.sentence)
    }
  }

  private func answer(_ context: EvaluationContext, _ state: inout RuleState) {
    let membership = looked.events.contains(context)
    guard membership != .no, let key = looked.correlation.keyIfGiven(context) else { return }
    if looked.correlation.isUncertain(context) {
      for correlation in state.open.correlations {
        state.doubt(correlation, by: context.index, in: context.evaluation)
      }
    } else if membership == .yes {
      state.answer(key, by: context.index, in: context.evaluation, message: sentence)
    } else if context.facts.isShowUncertain && looked.correlation == .ad {
      state.answerByShow(key, context, message: sentence)
    } else {
      state.doubt(key, by: context.index, in: context.evaluation)
    }
  }

  private func ask(_ context: EvaluationContext, _ state: inout RuleState) {
    let membership = events.triggers(context)
    guard membership != .no, let key = looked.correlation.keyIfGiven(context),
      let limit = looked.limit
    else { return }
    if looked.correlation.isUncertain(context) {
      return state.report(.undecided(.gap), of: context)
    }
    guard let milliseconds = limit.inForce(context) else {
      return state.report(.undecided(.unknown), of: context)
    }
    var wait = Wait(trigger: context.index, limitMs: milliseconds, key: limit.key)
    wait.facts = context.facts
    wait.showsFormat = state.formats != .all
    wait.missing = looked.events.kinds[0]
    if case .maybe(let doubt) = membership { wait.doubt = doubt }
    if context.facts.isShowUncertain { wait.doubt = .gap }
    state.open.append(wait, correlation: key)
  }

  private func sentence(_ context: EvaluationContext) -> String {
    "\(context.eventName) was not followed by \(looked.events.name) of the same \(looked.correlation)"
  }
}
