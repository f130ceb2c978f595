internal import AdSession

/// Precedence and absence: an earlier event of another kind must precede each event, or must not.
///
/// The rule state keeps, for each correlation key, the last event that certainly counts and the
/// last one that possibly counts.
final class Earlier: Sendable {
  private let events: EventSelection
  private let related: Formula.Related

  init(_ events: EventSelection, _ related: Formula.Related) {
    self.events = events
    self.related = related
  }

  var pattern: Pattern {
    let kinds = events.kinds + related.events.kinds.filter { !events.kinds.contains($0) }
    let pattern = Pattern(
      kinds.map(Pattern.Trigger.kind), filtersFormat: false,
      visit: { context, state in
        self.ask(context, &state)
        state.store(context, self.membership(context), self.related.correlation)
      })
    return related.isForbidden ? pattern : pattern.demanding(anyOf: related.events.kinds)
  }

  private func ask(_ context: EvaluationContext, _ state: inout RuleState) {
    guard state.concerns(context), !(related.limit?.isUnset(context) ?? false) else { return }
    switch events.triggers(context, &state) {
    case .no: break
    case .maybe(let doubt): state.report(.undecided(doubt), of: context)
    case .yes:
      guard let key = related.correlation.keyIfGiven(context) else { return }
      let isUnsure = related.correlation.isUnsure(context)
      let judgement = isUnsure ? .undecided(.gap) : judgement(context, key, state)
      state.report(judgement, of: context)
    }
  }

  /// An overlay proves an earlier show of its ad, which is enough if neither time nor fields
  /// matter.
  private func membership(_ context: EvaluationContext) -> EventSelection.Membership {
    let events = related.events
    let isShow = context.event.kind == .adWillPresent && !events.isAttempt
    guard isShow, related.limit == nil, events.tests.isEmpty,
      events.kinds.contains(.adWillPresent)
    else { return events.contains(context) }
    return .yes
  }

  private func judgement(_ context: EvaluationContext, _ key: UInt64, _ state: borrowing RuleState)
    -> Judgement
  {
    let loaded = related.correlation.loadedIndex(context, of: related.events.kinds)
    guard let reach = SearchRange(related.limit, since: loaded, at: context) else {
      return .undecided(.unknown)
    }
    let certain = state.memory[key]
    if let certain, reach.certainlyHas(certain) { return found(certain, context) }
    let possible = [
      certain, state.memory[key | CorrelationMark.maybe], state.memory[CorrelationMark.any],
    ]
    if possible.contains(where: { $0.map(reach.mayHave) ?? false }) || reach.hasGap {
      return .undecided(.gap)
    }
    return related.isForbidden ? .kept : missing(context)
  }

  private func found(_ index: Int, _ context: EvaluationContext) -> Judgement {
    guard related.isForbidden else { return .kept }
    let plain = context.elapsed(since: index)
    let isPlain = related.limit?.isPlain ?? true
    let passed =
      isPlain ? plain : context.session.time.greatest(from: index, to: context.index)
    let distance =
      passed == plain
      ? context.passed(since: index) : "\(ReadableDuration.text(passed)) in the foreground"
    let within = related.limit.map { " (none allowed within \($0.text))" } ?? ""
    return context.violation(
      "\(context.eventName) came \(distance) after \(context.event(at: index).kind.name)"
        + " of the same \(related.correlation)\(within)",
      witness: [index], policy: related.limit?.key.map { [$0] } ?? [],
      measured: context.evaluation.trace.hasTimes ? Double(passed) / 1000 : nil)
  }

  private func missing(_ context: EvaluationContext) -> Judgement {
    let within = related.limit.map { " within \($0.text)" } ?? ""
    return context.violation(
      "\(context.eventName) has no earlier \(related.events.name) of the same \(related.correlation)\(within)",
      policy: related.limit?.key.map { [$0] } ?? [])
  }
}

/// The range before an event in which earlier events are searched.
struct SearchRange {
  private let context: EvaluationContext
  private let limit: Int64?
  private let isPlain: Bool
  private let loadedIndex: EventIndex

  /// The range of a limit; without one, all records since an event.
  ///
  /// Nil where the threshold is unknown.
  init?(
    _ wanted: Formula.Limit?, since loadedIndex: EventIndex, at context: EvaluationContext
  ) {
    self.context = context
    isPlain = wanted?.isPlain ?? false
    self.loadedIndex = loadedIndex
    guard let wanted else {
      limit = nil
      return
    }
    guard let known = wanted.inForce(context) else { return nil }
    limit = known
  }

  /// Whether a record certainly lies in the range, whatever the gaps hide.
  func certainlyHas(_ index: Int) -> Bool {
    guard let limit else { return true }
    return isPlain
      ? context.elapsed(since: index) <= limit
      : context.session.time.greatest(from: index, to: context.index) <= limit
  }

  /// Whether a record possibly lies in the range.
  func mayHave(_ index: Int) -> Bool {
    guard let limit else { return true }
    return isPlain
      ? context.elapsed(since: index) <= limit
      : context.session.time.least(from: index, to: context.index) <= limit
  }

  /// Whether a lost record possibly lies in the range.
  var hasGap: Bool {
    guard context.hasGap(since: loadedIndex) else { return false }
    return context.session.time.lastGap(before: context.index).map(mayHave) ?? true
  }
}

/// Marks in the memory of a rule for events that are possibly correlated.
enum CorrelationMark {
  /// The bit that is added to the key of a possible event.
  static let maybe: UInt64 = 1 << 63
  /// The key of events whose correlation is unknown.
  static let any = UInt64.max
  /// The key of the number of events that a selection of every n-th event counted.
  static let number = UInt64.max - 1
  /// The key of a possible event that such a selection may have counted.
  static let possibleNumber = UInt64.max - 2
}

extension RuleState {
  /// Stores an event that certainly or possibly counts as an earlier event.
  fileprivate mutating func store(
    _ context: EvaluationContext, _ membership: EventSelection.Membership,
    _ correlation: CorrelationKey
  ) {
    guard membership != .no, let key = correlation.keyIfGiven(context) else { return }
    let entry = membership == .yes ? key : key | CorrelationMark.maybe
    memory[correlation.isUnsure(context) ? CorrelationMark.any : entry] = context.index
  }
}
