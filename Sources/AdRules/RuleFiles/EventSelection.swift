internal import AdSession

/// The events that one side of a formula selects.
struct EventSelection: Sendable {
  /// Whether an event belongs to the selection.
  enum Membership: Equatable {
    case no
    case yes
    /// The journal cannot decide it.
    case maybe(Doubt)
  }

  /// The kinds of the events.
  let kinds: [EventKind]
  /// Whether only attempts are selected, not all events of these kinds.
  let isAttempt: Bool
  /// The conditions on the fields.
  var tests: [FieldTest] = []
  /// The text of the selection, without the conditions on fields.
  let name: String
  /// Only each n-th event of the session is selected; 1 for all.
  var every = 1

  var triggers: [Pattern.Trigger] { kinds.map(Pattern.Trigger.kind) }

  /// Whether an event belongs to the selection, as an answer, an earlier event or a counted event.
  func contains(_ context: EvaluationContext) -> Membership {
    guard isNamed(context) else { return .no }
    if isAttempt { return attempt(context) }
    guard context.event.kind == .adWillPresent else { return .yes }
    switch context.facts.overlay {
    case .no: return context.facts.unsure.contains(.show) ? .maybe(.gap) : .yes
    case .yes: return .no
    case .unknown: return .maybe(context.captures(.revenue) ? .gap : .unknown)
    }
  }

  /// Whether an event belongs to the selection, as an event that activates the rule.
  ///
  /// A possible overlay does not activate a rule, as in the catalogue.
  func triggers(_ context: EvaluationContext) -> Membership {
    guard isNamed(context) else { return .no }
    if isAttempt { return attempt(context) }
    return context.facts.overlay == .no ? .yes : .no
  }

  /// The same, of a selection that may be one of every n-th event: then it counts the event.
  ///
  /// A lost record, or one that is possibly counted, makes all later numbers unknown.
  func triggers(_ context: EvaluationContext, _ state: inout RuleState) -> Membership {
    let membership = triggers(context)
    if every == 1 || membership == .no { return membership }
    if membership != .yes { state.memory[CorrelationMark.possibleNumber] = context.index }
    let isUnsure =
      state.memory[CorrelationMark.possibleNumber] != nil || context.hasGap(since: .none)
    if isUnsure { return .maybe(.gap) }
    let number = (state.memory[CorrelationMark.number] ?? 0) + 1
    state.memory[CorrelationMark.number] = number
    return number % every == 0 ? .yes : .no
  }

  private func isNamed(_ context: EvaluationContext) -> Bool {
    kinds.contains(context.event.kind) && tests.allSatisfy { $0.holds(context) == true }
  }

  private func attempt(_ context: EvaluationContext) -> Membership {
    if context.facts.attempt == .no { return .no }
    if context.facts.unsure.contains(.attempt) { return .maybe(.gap) }
    return context.facts.attempt == .failureOnly ? .maybe(.unknown) : .yes
  }
}

extension EvaluationContext {
  /// The event in the message of a rule from a file: `ad.paid of app_open ad a-12`.
  var eventName: String {
    let kind = event.kind.name
    if event.ad.isPresent { return "\(kind) of \(adName)" }
    if event.request.isPresent { return "\(kind) of \(requestName)" }
    return kind + inScene
  }
}
