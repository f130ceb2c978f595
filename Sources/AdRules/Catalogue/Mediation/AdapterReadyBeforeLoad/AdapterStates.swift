internal import AdSession

extension Pattern {
  /// Absence between two events: no adapter is called between its states not ready and ready.
  static func loadsFromReadyAdapters() -> Pattern {
    let calling = Visit([.kind(.adapterLoadCalled)]) { context, state in
      let key = Key(adapter: context.event.adapter)
      if state.memory[key.call] == nil { state.memory[key.call] = context.index }
    }
    let stating = Visit([.kind(.sdkReady)], filtersFormat: false) { context, state in
      guard context.event.adapter.isPresent else { return }
      let key = Key(adapter: context.event.adapter)
      let (last, call) = (EventIndex(state.memory[key.state]), EventIndex(state.memory[key.call]))
      state.memory[key.state] = context.index
      state.memory[key.call] = nil
      if context.event.state != .ready { return }
      if let judgement = context.judgeReady(last, call) { state.report(judgement, of: context) }
    }
    return Pattern(visits: [calling, stating])
  }
}

/// The keys of an adapter in the memory: its last state, and its first call since.
private struct Key {
  let state: UInt64
  let call: UInt64

  init(adapter: Symbol) {
    state = UInt64(adapter.id) << 1
    call = state | 1
  }
}

extension EvaluationContext {
  /// `last` is the last state of the adapter before this one, `call` its first call since then.
  fileprivate func judgeReady(_ last: EventIndex, _ call: EventIndex) -> Judgement? {
    if hasGap(since: last) { return .undecided(.gap) }
    guard last.isPresent, event(at: last).state == .notReady else { return nil }
    guard let called = call.index else { return .kept }
    let early = passed(since: called)
    return violation(
      "adapter \(text(event.adapter)) was asked for an ad \(early) before it was ready",
      witness: [last, call])
  }
}
