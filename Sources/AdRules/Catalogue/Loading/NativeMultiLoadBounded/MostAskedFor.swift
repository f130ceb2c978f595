internal import AdSession

extension Pattern {
  /// Bounded existence: a request has at most as many of these events as it asked for.
  static func atMostAskedFor(_ kind: EventKind, message: String) -> Pattern {
    Pattern(
      [.kind(kind)],
      visit: { context, state in
        let request = UInt64(context.event.request.id)
        state.lists[request, default: []].append(context.index)
        let delivered = state.lists[request] ?? []
        state.report(context.isNoMoreThanAskedFor(delivered, message), of: context)
      })
  }
}

extension EvaluationContext {
  /// `delivered` are the events of the request so far, this one included.
  fileprivate func isNoMoreThanAskedFor(_ delivered: [Int], _ message: String) -> Judgement {
    guard let requested = requestState?.requestedIndex.index else {
      return .undecided(hasGap(since: .none) ? .gap : .unknown)
    }
    let most = event(at: requested).count ?? 1
    if delivered.count <= most { return hasGap(since: requested) ? .undecided(.gap) : .kept }
    let tooMany = delivered.suffix(Int(clamping: max(0, most)) + 1)
    return violation(
      "\(requestName) \(message) \(delivered.count) ads (asked for \(most))",
      witness: [requested] + tooMany, measured: Double(delivered.count))
  }
}
