import AdSession

extension Pattern {
  /// Exclusion: only the side that the adapter declared tracks the events of a mediated ad.
  ///
  /// A mapping without a load belongs to the load of its ad. While that is unknown, the judgement
  /// waits for the end of the session.
  static func trackedByOne(_ what: Word, handles: UInt16) -> Pattern {
    Pattern(
      [.kind(.adapterTold), .kind(.adapterReported)], filtersFormat: false,
      visit: { context, state in
        guard context.event.what == what else { return }
        if let ad = context.mappedAd(ofLoad: context.event.load) {
          let judgement = context.judgeTracking(of: ad, handles)
          return state.report(judgement, of: context.index, in: context.evaluation)
        }
        state.lists[0, default: []].append(context.index)
        state.watches = true
      },
      needsFinish: .awake,
      finish: { evaluation, state in
        var known: [Symbol: [Int]] = [:]
        for index in state.lists.removeValue(forKey: 0) ?? [] {
          let context = evaluation.context(index)
          let load = context.event.load
          let mappings = known[load] ?? context.mappings(ofLoad: load)
          known[load] = mappings
          state.judgeTracking(of: context, mappings, handles)
        }
      })
  }
}

extension RuleState {
  /// `mappings` are the `native.mapped` of the load, rising.
  fileprivate mutating func judgeTracking(
    of context: EvaluationContext, _ mappings: [Int], _ handles: UInt16
  ) {
    let mapped = mappings[..<mappings.partition { $0 > context.index }].last
    if let mapped, let load = context.loadOfMappedAd(mapped) {
      let judgement = context.judgeTracking(of: (mapped, load.witness), handles)
      report(judgement, of: context.index, in: context.evaluation)
    } else if context.mayBeMapped && context.hasGapSinceCall {
      report(.undecided(.gap), of: context.index, in: context.evaluation)
    }
  }
}

extension EvaluationContext {
  /// Whether this side tracks the events of a mapped ad; undecided where its mappings disagree.
  fileprivate func judgeTracking(
    of ad: (mapped: Int, witness: [Int]), _ handles: UInt16
  ) -> Judgement {
    let mapping = event(at: ad.mapped)
    let handlesItself = mapping.flag(handles) == true
    let number = session.adNumber(mapping.ad)
    let first = event(at: number.flatMap { session.facts.first(.mapped, of: $0) } ?? ad.mapped)
    if first.load == mapping.load && (first.flag(handles) == true) != handlesItself {
      return .undecided(.unknown)
    }
    let isReport = event.kind == .adapterReported
    if handlesItself == isReport { return .kept }
    let name = event.what.text ?? "event"
    let message =
      isReport
      ? "\(loadName) reported the \(name), which the SDK tracks"
      : "\(loadName) was told of the \(name), which it tracks itself"
    let witness = Evaluation.sorted([ad.mapped, index] + ad.witness)
    return .violated(
      Violation(witness: witness, certainAt: max(index, witness.last ?? index), because: message))
  }
}
