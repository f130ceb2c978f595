internal import AdSession

extension Pattern {
  /// Bounded number: while there is no connection, a slot has at most a threshold of requests.
  ///
  /// `message` gets the number of requests and the record that says that there is no connection.
  static func requestsWhileOffline(
    atMost key: PolicyKey,
    message: @escaping @Sendable (EvaluationContext, Int, EventIndex) -> String
  ) -> Pattern {
    Pattern([.connectivityChanged, .adRequested].map(Trigger.kind)) { context, state in
      if context.event.kind == .connectivityChanged { return state.lists.removeAll() }
      if [.user, .preload].contains(context.event.reason) { return }
      let lost = context.session.surroundings.connectivity
      if context.hasGap(since: lost) { return state.report(.undecided(.gap), of: context) }
      guard lost.isPresent, context.event(at: lost).flag(Flag.connected) == false else { return }
      let judgement = state.judge(context, offlineSince: lost, key) { message(context, $0, lost) }
      state.report(judgement, of: context)
    }
  }
}

extension RuleState {
  /// Adds a request to those of its slot since the connection was lost, and judges their number.
  fileprivate mutating func judge(
    _ context: EvaluationContext, offlineSince lost: EventIndex, _ key: PolicyKey,
    _ message: (Int) -> String
  ) -> Judgement {
    if context.isSceneUnsure { return .undecided(.gap) }
    let slot = CorrelationKey.slot.key(context)
    lists[slot, default: []].append(context.index)
    let requests = lists[slot] ?? []
    guard let most = context.count(key) else { return .undecided(.unknown) }
    guard requests.count > most else {
      let isHidden = context.lastHidden(of: context.event.unit) { $0.request } > lost
      return isHidden ? .undecided(.gap) : .kept
    }
    return context.violation(
      "\(message(requests.count)) (limit \(most), \(key.name))",
      witness: [lost.known] + requests.suffix(Int(clamping: most) + 1), policy: [key],
      measured: Double(requests.count))
  }
}
