internal import AdSession

/// Bounded existence: the number of events with the same correlation key is limited.
///
/// The rule state keeps the first events of each key and their number.
final class Counted: Sendable {
  private let events: EventSelection
  private let correlation: CorrelationKey
  private let most: Int

  init(_ events: EventSelection, _ correlation: CorrelationKey, _ most: Int) {
    self.events = events
    self.correlation = correlation
    self.most = most
  }

  var pattern: Pattern {
    Pattern(events.triggers, filtersFormat: false, visit: { self.visit($0, &$1) })
  }

  private func visit(_ context: EvaluationContext, _ state: inout RuleState) {
    var membership = events.contains(context)
    guard membership != .no, let key = correlation.keyIfGiven(context) else { return }
    if state.concerns(context) {
      ask(context, key, &state)
    } else {
      // If an ad has two formats, it is unknown which of its events count.
      guard correlation == .ad || correlation == .request || correlation == .load else { return }
      membership = .maybe(.unknown)
    }
    count(context, key, membership, &state)
  }

  private func ask(_ context: EvaluationContext, _ key: UInt64, _ state: inout RuleState) {
    switch events.triggers(context) {
    case .no: break
    case .maybe(let doubt): state.report(.undecided(doubt), of: context)
    case .yes:
      let isUnsure = correlation.isUnsure(context)
      let judgement = isUnsure ? .undecided(.gap) : judgement(context, key, &state)
      state.report(judgement, of: context)
    }
  }

  private func count(
    _ context: EvaluationContext, _ key: UInt64, _ membership: EventSelection.Membership,
    _ state: inout RuleState
  ) {
    let isUnsure = correlation.isUnsure(context)
    if membership == .yes && !isUnsure {
      let earlier = state.memory[key] ?? 0
      state.memory[key] = earlier + 1
      if earlier < most { state.lists[key, default: []].append(context.index) }
    } else {
      state.memory[isUnsure ? CorrelationMark.any : key | CorrelationMark.maybe] = context.index
    }
  }

  private func judgement(_ context: EvaluationContext, _ key: UInt64, _ state: inout RuleState)
    -> Judgement
  {
    let earlier = state.memory[key] ?? 0
    if earlier >= most {
      let count = earlier + 1
      return context.violation(
        "\(context.eventName) is number \(count) of its \(correlation) (limit \(most))",
        witness: state.lists[key] ?? [], measured: Double(count))
    }
    let isUnsure =
      state.memory[key | CorrelationMark.maybe] != nil || state.memory[CorrelationMark.any] != nil
    let hasGap = context.hasGap(since: correlation.loadedIndex(context, of: events.kinds))
    return isUnsure || hasGap ? .undecided(.gap) : .kept
  }
}
