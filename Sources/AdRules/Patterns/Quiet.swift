internal import AdSession

extension Pattern {
  /// Absence in a window: at each event of a kind, none of the others lies in the last so much `t`.
  static func quiet(
    before kind: EventKind, of others: Trigger..., forLast milliseconds: Int64,
    message: @escaping @Sendable (EvaluationContext, Event) -> String
  ) -> Pattern {
    Pattern(
      [.kind(kind)] + others,
      visit: { context, state in
        guard context.event.kind == kind else {
          // What may be an overlay is none of the others for certain.
          return state.memory[context.facts.isShowUncertain ? 1 : 0] = context.index
        }
        let last = state.memory[0]
        if let last, context.elapsed(since: last) <= milliseconds {
          let because = message(context, context.event(at: last))
          let measured = Double(context.elapsed(since: last)) / 1000
          let broken = context.violation(because, witness: [last], measured: measured)
          return state.report(broken, of: context)
        }
        let vague = max(state.memory[1] ?? -1, context.session.shows.unplacedShow)
        let isVague = vague >= 0 && context.elapsed(since: vague) <= milliseconds
        let isHidden = isVague || context.canHide(upTo: milliseconds)
        state.report(isHidden ? .undecided(.gap) : .kept, of: context)
      })
  }
}
