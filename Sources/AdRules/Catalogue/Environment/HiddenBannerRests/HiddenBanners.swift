internal import AdSession

extension Pattern {
  /// Absence in a state: while a slot is hidden, it has no automatic request, no load of such a
  /// request, and no impression.
  static func hiddenBannerRests() -> Pattern {
    Pattern(
      [.adRequested, .adLoaded, .adImpression].map(Trigger.kind),
      visit: { context, state in
        switch context.event.kind {
        case .adRequested: state.requestWhileHidden(context)
        case .adLoaded: state.loadWhileHidden(context)
        default:
          state.report(context.judgeHidden("had an impression"), of: context)
        }
      })
  }
}

extension RuleState {
  /// Stores in `memory`, by request, the `view.hidden` that the request ignored, or ``unsure``.
  fileprivate mutating func requestWhileHidden(_ context: EvaluationContext) {
    let wanted: [Word] = [.launch, .user, .viewDidLoad, .viewDidAppear]
    if wanted.contains(context.event.reason) { return }
    switch context.isSlotHidden {
    case .yes(let hidden): memory[UInt64(context.event.request.id)] = hidden.known
    case .unknown: memory[UInt64(context.event.request.id)] = Self.unsure
    case .no: break
    }
    report(context.judgeHidden("was requested again"), of: context)
  }

  /// The mark of a request whose slot was possibly hidden.
  private static var unsure: Int { .max }

  fileprivate mutating func loadWhileHidden(_ context: EvaluationContext) {
    let request = context.session.requestNumber(context.event.request)
    let requested = request.map { context.session.requests[$0].requestedIndex } ?? .none
    guard let requested = requested.index else {
      return report(context.hasGap(since: .none) ? .undecided(.gap) : .kept, of: context)
    }
    guard let hidden = memory[UInt64(context.event.request.id)] else {
      return report(.kept, of: context)
    }
    if hidden == Self.unsure { return report(.undecided(.gap), of: context) }
    // The request violates the rule by itself, so that the witness needs no load.
    let witness = [hidden, requested] + context.evaluation.hiddenSource(hidden, requested)
    let because = "\(context.slotName) was loaded by a request that was made while it was hidden"
    report(
      .violated(
        Violation(witness: Evaluation.sorted(witness), certainAt: context.index, because: because)),
      of: context)
  }
}

extension EvaluationContext {
  /// Whether the last `view.*` event of its slot hid an ad that was not discarded since.
  fileprivate var isSlotHidden: Truth {
    let last = slot.map { session.slots[$0].lastView } ?? .none
    if isSceneUnsure || lastHidden(of: event.unit, { $0.view }) > last { return .unknown(.gap) }
    guard last.isPresent, event(at: last).kind == .viewHidden else { return .no }
    let ad = session.adNumber(event(at: last).ad)
    let discarded = EventIndex(ad.flatMap { session.facts.last(.discarded, of: $0) })
    return discarded > last ? .no : .yes(last)
  }

  fileprivate func judgeHidden(_ message: String) -> Judgement {
    isSlotHidden.forbids { hidden in
      let since = passed(since: hidden)
      return violation(
        "\(slotName) \(message) \(since) after it was hidden",
        witness: [hidden.known] + evaluation.hiddenSource(hidden.known, index))
    }
  }
}

extension Evaluation {
  /// The events that connect a `view.hidden` to the slot of a request that names its scene.
  fileprivate func hiddenSource(_ hidden: Int, _ request: Int) -> [Int] {
    trace.events[request].scene.isPresent ? sceneSource(hidden) : []
  }
}
