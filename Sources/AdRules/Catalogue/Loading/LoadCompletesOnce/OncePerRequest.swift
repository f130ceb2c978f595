internal import AdSession

extension Pattern {
  /// Bounded existence: a request has at most one event of all these kinds together.
  static func atMostOncePerRequest(_ kinds: EventKind..., message: String) -> Pattern {
    Pattern(
      kinds.map(Trigger.kind),
      visit: { context, state in
        let request = UInt64(context.event.request.id)
        if let first = state.memory[request] {
          let twice = context.violation("\(context.requestName) \(message) twice", witness: [first])
          return state.report(twice, of: context)
        }
        state.memory[request] = context.index
        let loadedIndex = context.requestState?.requestedIndex ?? .none
        state.report(context.hasGap(since: loadedIndex) ? .undecided(.gap) : .kept, of: context)
      })
  }
}
