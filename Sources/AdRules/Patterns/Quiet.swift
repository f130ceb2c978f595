internal import AdSession

extension Pattern {
  /// Absence in a window: none of the other events lies within a time `t` before an event of this
  /// kind.
  static func quiet(
    before kind: EventKind, of others: Trigger..., forLast milliseconds: Int64,
    message: @escaping @Sendable (EvaluationContext, Event) -> String
  ) -> Pattern {
    Pattern(
      [.kind(kind)] + others,
      visit: { context, state in
        guard context.event.kind == kind else {
          // A possible overlay is not certainly one of the other events.
          return state.memory[context.facts.unsure.contains(.show) ? 1 : 0] = context.index
        }
        let last = state.memory[0]
        if let last, context.elapsed(since: last) <= milliseconds {
          let because = message(context, context.event(at: last))
          let measured = Double(context.elapsed(since: last)) / 1000
          let broken = context.violation(because, witness: [last], measured: measured)
          return state.report(broken, of: context)
        }
        let unsure = max(EventIndex(state.memory[1]), context.session.shows.unsure.show)
        let isUnsure = unsure.isPresent && context.elapsed(since: unsure) <= milliseconds
        let isHidden = isUnsure || context.canHide(upTo: milliseconds)
        state.report(isHidden ? .undecided(.gap) : .kept, of: context)
      })
  }
}
