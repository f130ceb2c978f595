internal import AdSession

/// Precedence and absence: each of some events has an earlier one of others, or none.
///
/// A monitor remembers for each tie the last event that certainly is one, and the last that may be.
final class Earlier: Sendable {
  private let events: EventSelection
  private let looked: Formula.Looked

  init(_ events: EventSelection, _ looked: Formula.Looked) {
    self.events = events
    self.looked = looked
  }

  var pattern: Pattern {
    let kinds = events.kinds + looked.events.kinds.filter { !events.kinds.contains($0) }
    return Pattern(
      kinds.map(Pattern.Trigger.kind), filtersFormat: false,
      visit: { context, state in
        self.ask(context, &state)
        state.remember(context, self.membership(context), self.looked.correlation)
      })
  }

  private func ask(_ context: EvaluationContext, _ state: inout RuleState) {
    guard state.concerns(context) else { return }
    switch events.triggers(context) {
    case .no: break
    case .maybe(let doubt): state.report(.undecided(doubt), of: context)
    case .yes:
      guard let key = looked.correlation.keyIfGiven(context) else { return }
      let isUncertain = looked.correlation.isUncertain(context)
      let judgement = isUncertain ? .undecided(.gap) : judgement(context, key, state)
      state.report(judgement, of: context)
    }
  }

  /// Content over an ad that is up says that the ad came up before, which is all that is asked for
  /// where neither time nor fields count.
  private func membership(_ context: EvaluationContext) -> EventSelection.Membership {
    let events = looked.events
    let isShow = context.event.kind == .adWillPresent && !events.isAttempt
    guard isShow, looked.limit == nil, events.tests.isEmpty,
      events.kinds.contains(.adWillPresent)
    else { return events.contains(context) }
    return .yes
  }

  private func judgement(_ context: EvaluationContext, _ key: UInt64, _ state: borrowing RuleState)
    -> Judgement
  {
    guard let reach = Reach(of: looked, at: context) else { return .undecided(.unknown) }
    let certain = state.memory[key]
    if let certain, reach.certainlyHas(certain) { return found(certain, context) }
    let possible = [
      certain, state.memory[key | CorrelationMark.maybe], state.memory[CorrelationMark.any],
    ]
    if possible.contains(where: { $0.map(reach.mayHave) ?? false }) || reach.hasGap {
      return .undecided(.gap)
    }
    return looked.isForbidden ? .kept : missing(context)
  }

  private func found(_ index: Int, _ context: EvaluationContext) -> Judgement {
    guard looked.isForbidden else { return .kept }
    let plain = context.elapsed(since: index)
    let isPlain = looked.limit?.isPlain ?? true
    let passed =
      isPlain ? plain : context.session.time.greatest(from: index, to: context.index)
    let sign = passed == plain ? "" : " in the foreground"
    let within = looked.limit.map { " (none allowed within \($0.text))" } ?? ""
    return context.violation(
      "\(context.eventName) came \(ReadableDuration.text(passed))\(sign) after \(context.event(at: index).kind.name)"
        + " of the same \(looked.correlation)\(within)",
      witness: [index], policy: looked.limit?.key.map { [$0] } ?? [],
      measured: Double(passed) / 1000)
  }

  private func missing(_ context: EvaluationContext) -> Judgement {
    let within = looked.limit.map { " within \($0.text)" } ?? ""
    return context.violation(
      "\(context.eventName) has no earlier \(looked.events.name) of the same \(looked.correlation)\(within)",
      policy: looked.limit?.key.map { [$0] } ?? [])
  }
}

/// How far before an event another one is looked for.
private struct Reach {
  private let context: EvaluationContext
  private let limit: Int64?
  private let isPlain: Bool
  private let loadedIndex: EventIndex

  /// Nil where the threshold is unknown.
  init?(of looked: Formula.Looked, at context: EvaluationContext) {
    self.context = context
    isPlain = looked.limit?.isPlain ?? false
    loadedIndex = looked.correlation.loadedIndex(context, of: looked.events.kinds)
    guard let wanted = looked.limit else {
      limit = nil
      return
    }
    guard let known = wanted.inForce(context) else { return nil }
    limit = known
  }

  /// Whether a record lies in it, whatever the gaps hold.
  func certainlyHas(_ index: Int) -> Bool {
    guard let limit else { return true }
    return isPlain
      ? context.elapsed(since: index) <= limit
      : context.session.time.greatest(from: index, to: context.index) <= limit
  }

  /// Whether a record can lie in it.
  func mayHave(_ index: Int) -> Bool {
    guard let limit else { return true }
    return isPlain
      ? context.elapsed(since: index) <= limit
      : context.session.time.least(from: index, to: context.index) <= limit
  }

  /// Whether a lost record can lie in it.
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
}

extension RuleState {
  /// Remembers an event that is, or may be, one of those that are looked for.
  fileprivate mutating func remember(
    _ context: EvaluationContext, _ membership: EventSelection.Membership,
    _ correlation: CorrelationKey
  ) {
    guard membership != .no, let key = correlation.keyIfGiven(context) else { return }
    let place = membership == .yes ? key : key | CorrelationMark.maybe
    memory[correlation.isUncertain(context) ? CorrelationMark.any : place] = context.index
  }
}
