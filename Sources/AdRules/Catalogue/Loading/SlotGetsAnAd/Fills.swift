internal import AdSession

extension Pattern {
  /// Existence: the first ten failures of a unit for lack of fill are not all that it gets.
  static func getsAnAd() -> Pattern {
    Pattern([.kind(.adFailedToLoad), .kind(.adLoaded)]) { context, state in
      let unit = UInt64(context.event.unit.id)
      if state.lists[unit]?.count == mostFailures { return }
      guard context.event.kind == .adFailedToLoad else { return state.memory[unit] = 1 }
      switch context.session.cause(ofFailure: context.event, at: context.index) {
      case .noFill: state.failForLackOfFill(unit, context)
      case .absent: state.memory[unit | undetermined] = 1
      default: state.memory[unit] = 1
      }
    }
  }
}

/// The failure for lack of fill at which a unit is judged.
private let mostFailures = 10
/// The mark of a unit with a failure of undetermined cause, among the keys of the memory.
private let undetermined: UInt64 = 1 << 32

extension RuleState {
  fileprivate mutating func failForLackOfFill(_ unit: UInt64, _ context: EvaluationContext) {
    let failures = (lists[unit] ?? []) + [context.index]
    lists[unit] = failures
    let hasOther = memory[unit] != nil
    let isLost = context.hasGap(since: .none)
    if failures.count < mostFailures {
      if isLost && !hasOther { report(.undecided(.gap), of: context) }
    } else if hasOther {
      report(.kept, of: context)
    } else if memory[unit | undetermined] != nil || isLost {
      report(.undecided(isLost ? .gap : .unknown), of: context)
    } else {
      let because = "\(context.slotName) had no fill \(mostFailures) times and never an ad"
      report(context.violation(because, witness: failures), of: context)
    }
  }
}
