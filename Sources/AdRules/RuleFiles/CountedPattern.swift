internal import AdSession

/// Bounded existence: the number of events with the same key is limited, in a session, in each span
/// of time, or on each local day.
///
/// The rule state keeps the number of the events of each key, and some of them: the first ones, or,
/// with a span of time, the last ones.
final class Counted: Sendable {
  private let events: EventSelection
  private let limit: Formula.Counting

  init(_ events: EventSelection, _ limit: Formula.Counting) {
    self.events = events
    self.limit = limit
  }

  private var correlation: CorrelationKey { limit.correlation }
  private var most: Int { limit.most }

  var pattern: Pattern {
    Pattern(
      visits: [
        Pattern.Visit(events.triggers, filtersFormat: false) { self.visit($0, &$1) }
      ], dayCounter: limit.isPerDay ? self : nil)
  }

  private func visit(_ context: EvaluationContext, _ state: inout RuleState) {
    var membership = events.contains(context)
    guard membership != .no else { return }
    if case .span(let span) = limit.period, span.isUnset(context) { return }
    guard let key = key(context) else {
      // The header with the zone is lost.
      if limit.isPerDay, state.concerns(context), events.triggers(context) != .no {
        state.report(.undecided(.unknown), of: context)
      }
      return
    }
    if state.concerns(context) {
      ask(context, key, &state)
    } else {
      // If an ad has two formats, it is unknown which of its events count.
      guard correlation == .ad || correlation == .request || correlation == .load else { return }
      membership = .maybe(.unknown)
    }
    count(context, key, membership, &state)
  }

  private func key(_ context: EvaluationContext) -> UInt64? {
    guard limit.isPerDay else { return correlation.keyIfGiven(context) }
    return context.localDay.map { UInt64(bitPattern: $0) & ~CorrelationMark.maybe }
  }

  private func ask(_ context: EvaluationContext, _ key: UInt64, _ state: inout RuleState) {
    switch events.triggers(context) {
    case .no: break
    case .maybe(let doubt): state.report(.undecided(doubt), of: context)
    case .yes:
      let isUnsure = correlation.isUnsure(context)
      let judgement = isUnsure ? .undecided(.gap) : judgement(context, key, state)
      state.report(judgement, of: context)
    }
  }

  private func count(
    _ context: EvaluationContext, _ key: UInt64, _ membership: EventSelection.Membership,
    _ state: inout RuleState
  ) {
    let isUnsure = correlation.isUnsure(context)
    guard membership == .yes && !isUnsure else {
      let key = isUnsure ? CorrelationMark.any : key | CorrelationMark.maybe
      state.memory[key] = context.index
      // For ``DayCounters``.
      if limit.isPerDay, state.lists[key, default: []].count <= most {
        state.lists[key, default: []].append(context.index)
      }
      return
    }
    let earlier = state.memory[key] ?? 0
    state.memory[key] = earlier + 1
    if earlier < most {
      state.lists[key, default: []].append(context.index)
    } else if limit.isInSpan && most > 0 {
      state.lists[key, default: []].removeFirst()
      state.lists[key, default: []].append(context.index)
    }
  }

  private func judgement(
    _ context: EvaluationContext, _ key: UInt64, _ state: borrowing RuleState
  ) -> Judgement {
    switch limit.period {
    case .session: inSession(context, key, state)
    case .span(let span): within(span, context, key, state)
    case .day: onDay(context, key, state)
    }
  }

  private func inSession(
    _ context: EvaluationContext, _ key: UInt64, _ state: borrowing RuleState
  ) -> Judgement {
    let earlier = state.memory[key] ?? 0
    if earlier >= most {
      return violation(context, earlier + 1, "of its \(correlation)", state.lists[key] ?? [])
    }
    let isUnsure =
      state.memory[key | CorrelationMark.maybe] != nil || state.memory[CorrelationMark.any] != nil
    let hasGap = context.hasGap(since: correlation.loadedIndex(context, of: events.kinds))
    return isUnsure || hasGap ? .undecided(.gap) : .kept
  }

  /// The judgement by the events in the span of time that ends with this one.
  private func within(
    _ span: Formula.Limit, _ context: EvaluationContext, _ key: UInt64,
    _ state: borrowing RuleState
  ) -> Judgement {
    let loaded = correlation.loadedIndex(context, of: events.kinds)
    guard let reach = SearchRange(span, since: loaded, at: context) else {
      return .undecided(.unknown)
    }
    let last = state.lists[key] ?? []
    let isFull = last.count == most
    if isFull && (last.first.map(reach.certainlyHas) ?? true) {
      let place = correlation == .session ? "" : " of its \(correlation)"
      return violation(
        context, most + 1, "within \(span.text)\(place)", last, policy: span.key.map { [$0] } ?? [])
    }
    let possible = [
      state.memory[key | CorrelationMark.maybe], state.memory[CorrelationMark.any],
      isFull ? last.first : nil,
    ]
    let isUnsure = possible.contains { $0.map(reach.mayHave) ?? false }
    return isUnsure || reach.hasGap ? .undecided(.gap) : .kept
  }

  /// The judgement by the events of the local day, those of the install's earlier sessions
  /// included.
  private func onDay(
    _ context: EvaluationContext, _ key: UInt64, _ state: borrowing RuleState
  ) -> Judgement {
    guard let day = context.localDay else { return .undecided(.unknown) }
    let others = context.earlierCount(of: day, by: self)
    let earlier = (state.memory[key] ?? 0) + others.events
    if earlier >= most {
      return violation(context, earlier + 1, "of its local day", state.lists[key] ?? [])
    }
    guard state.memory[key | CorrelationMark.maybe] == nil,
      let own = context.ownLostRecords(of: day), let lost = others.lost,
      own + lost < most - earlier
    else { return .undecided(.gap) }
    return others.isComplete ? .kept : .undecided(.earlierShows)
  }

  private func violation(
    _ context: EvaluationContext, _ number: Int, _ place: String, _ witness: [Int],
    policy: [PolicyKey] = []
  ) -> Judgement {
    context.violation(
      "\(context.eventName) is number \(number) \(place) (limit \(most))", witness: witness,
      policy: policy, measured: Double(number))
  }
}
