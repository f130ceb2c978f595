internal import AdSession

extension Pattern {
  /// Absence: no load of a slot fails again because its ad object was used.
  static func loadsNewObjects() -> Pattern {
    Pattern([.kind(.adFailedToLoad)]) { context, state in
      let cause = context.session.cause(ofFailure: context.event, at: context.index)
      guard cause == .alreadyUsed || cause == .absent else { return }
      let slot = CorrelationKey.slot.key(context)
      let failures = state.own(UsedObjects.self)
      let judgement = context.judgeUsedObject(
        after: EventIndex(failures.used[slot]), EventIndex(failures.undetermined[slot]))
      if cause == .alreadyUsed {
        if !context.isSceneUnsure { failures.used[slot] = context.index }
        return state.report(judgement, of: context)
      }
      if !context.isSceneUnsure { failures.undetermined[slot] = context.index }
      if case .kept = judgement { return }
      state.report(.undecided(.unknown), of: context)
    }
  }
}

/// The last failures of each slot.
private final class UsedObjects: PatternState {
  /// With the cause `already_used`.
  var used: [UInt64: Int] = [:]
  /// Of undetermined cause.
  var undetermined: [UInt64: Int] = [:]

  override func clear() {
    used.removeAll(keepingCapacity: true)
    undetermined.removeAll(keepingCapacity: true)
  }
}

extension EvaluationContext {
  /// The judgement of a load that fails because of a used object, by the earlier failures.
  fileprivate func judgeUsedObject(
    after used: EventIndex, _ undetermined: EventIndex
  ) -> Judgement {
    if isSceneUnsure { return .undecided(.gap) }
    let loaded = slotState?.lastLoaded ?? .none
    let hidden = lastHidden(of: event.unit) { max($0.load, $0.failure) }
    if used > loaded && hidden <= used { return loadedAgain(after: used) }
    if hidden > loaded { return .undecided(.gap) }
    return undetermined > loaded ? .undecided(.unknown) : .kept
  }

  private func loadedAgain(after used: EventIndex) -> Judgement {
    let after = passed(since: used)
    return violation(
      "\(slotName) was loaded again with an ad object that was used, \(after) after the same failure",
      witness: [used.known] + (evaluation.hasScenes ? scenes(with: used.known) : []))
  }
}
