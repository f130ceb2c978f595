internal import AdSession

/// The events that one side of a formula names.
struct EventSelection: Sendable {
  /// Whether an event is one of them.
  enum Membership: Equatable {
    case no
    case yes
    /// The journal cannot tell.
    case maybe(Doubt)
  }

  /// Of which kinds they are.
  let kinds: [EventKind]
  /// Whether they are attempts, and not all events of these kinds.
  let isAttempt: Bool
  /// What their fields say.
  var tests: [FieldTest] = []
  /// As it was written, without what is asked of the fields.
  let name: String

  /// What visits them.
  var triggers: [Pattern.Trigger] { kinds.map(Pattern.Trigger.kind) }

  /// Whether an event is one of them, as what another event is looked at for.
  func contains(_ context: EvaluationContext) -> Membership {
    guard isNamed(context) else { return .no }
    if isAttempt { return attempt(context) }
    guard context.event.kind == .adWillPresent else { return .yes }
    switch context.facts.overlay {
    case .no: return context.facts.isShowUncertain ? .maybe(.gap) : .yes
    case .yes: return .no
    case .unknown: return .maybe(context.captures(.revenue) ? .gap : .unknown)
    }
  }

  /// Whether an event is one of them, as what activates a rule.
  ///
  /// What may be an overlay is none: so say the words of the catalogue.
  func triggers(_ context: EvaluationContext) -> Membership {
    guard isNamed(context) else { return .no }
    if isAttempt { return attempt(context) }
    return context.facts.overlay == .no ? .yes : .no
  }

  private func isNamed(_ context: EvaluationContext) -> Bool {
    kinds.contains(context.event.kind) && tests.allSatisfy { $0.holds(context) == true }
  }

  private func attempt(_ context: EvaluationContext) -> Membership {
    if context.facts.attempt == .no { return .no }
    if context.facts.isAttemptUncertain { return .maybe(.gap) }
    return context.facts.attempt == .failureOnly ? .maybe(.unknown) : .yes
  }
}

extension EvaluationContext {
  /// `ad.paid of app_open ad a-12`: its event, as the sentences of a file's rules name it.
  var eventName: String {
    let kind = event.kind.name
    if event.ad.isPresent { return "\(kind) of \(adName)" }
    if event.request.isPresent { return "\(kind) of \(requestName)" }
    return kind + inScene
  }
}
