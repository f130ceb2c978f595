import AdSession

extension Pattern {
  /// Response by the network: a network that tracks impressions reports that of a rendered ad.
  static func forwardsImpression() -> Pattern {
    let message: MissedMessage = {
      "\($0.adName) was rendered, but its adapter reported no impression\($1)"
    }
    let rendering = Visit([.kind(.nativeRendered)]) { $1.awaitImpression($0) }
    let releasing = Visit([.kind(.nativeUntracked)], need: .awake) {
      $1.exemption(ofAd: $0, message: message)
    }
    let reporting = Visit([.kind(.adapterReported)], filtersFormat: false, need: .awake) {
      context, state in
      guard context.event.what == .impression else { return }
      state.answer(
        UInt64(context.event.load.id), by: context.index, in: context.evaluation, message: message)
    }
    return Pattern(visits: [rendering, releasing, reporting], needsFinish: .awake) {
      evaluation, state in state.settleAll(in: evaluation, message: message)
    }
  }
}

extension RuleState {
  fileprivate mutating func awaitImpression(_ context: EvaluationContext) {
    guard context.first(.rendered) == nil else { return }
    guard let mapped = context.last(.mapped) else {
      if context.canHideMappingOfAd { report(.undecided(.gap), of: context) }
      return
    }
    let handlesItself = context.saidByMappings { $0.flag(Flag.handlesImpressions) == true }
    if handlesItself == false { return }
    let load = context.loadOfMappedAd(mapped)
    let exemption: Exemption =
      if handlesItself == nil {
        .onlyIfBroken(.unknown)
      } else if load == nil {
        .unknown(context.hasGap(since: .none) ? .gap : .unknown)
      } else {
        context.hasGap(since: context.loadedIndex) ? .unknown(.gap) : .none
      }
    if let wait = wait(context, .impressionSeconds, exemption, missing: .adapterReported) {
      let obligation = Obligation(wait: wait, witness: [mapped] + (load?.witness ?? []))
      open.append(
        obligation, correlation: load.map { UInt64($0.load.id) } ?? Self.tieOfUnknownLoad(context))
    }
  }

  /// Settles an ad whose load is unknown; only its view can answer.
  private static func tieOfUnknownLoad(_ context: EvaluationContext) -> UInt64 {
    1 << 32 | UInt64(context.event.ad.id)
  }

  /// Settles an untracked ad: an obligation within its deadline is exempt.
  fileprivate mutating func exemption(
    ofAd context: EvaluationContext, message: MissedMessage
  ) {
    release(Self.tieOfUnknownLoad(context), context, message: message)
    for mapped in [context.first(.mapped), context.last(.mapped)] {
      guard let mapped, let load = context.loadOfMappedAd(mapped) else { continue }
      release(UInt64(load.load.id), context, message: message)
    }
  }

  /// Settles the obligations of a key whose deadline has not certainly passed.
  ///
  /// After it, only the impression still answers, late.
  private mutating func release(
    _ key: UInt64, _ context: EvaluationContext, message: MissedMessage
  ) {
    let released = open.take(key) { obligation in
      context.session.time.least(from: obligation.trigger, to: context.index) <= obligation.limitMs
    }
    for obligation in released {
      settle(obligation, answer: context.index, in: context.evaluation, message: message)
    }
  }
}
