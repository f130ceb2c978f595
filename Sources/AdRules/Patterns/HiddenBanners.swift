internal import AdSession

extension Pattern {
  /// Absence in a state: while a slot is hidden nothing is requested for it unasked, loaded by such a
  /// request, or seen.
  static func hiddenBannerRests() -> Pattern {
    Pattern(
      [.adRequested, .adLoaded, .adImpression].map(Trigger.kind),
      visit: { context, state in
        switch context.event.kind {
        case .adRequested: state.requestWhileHidden(context)
        case .adLoaded: state.loadWhileHidden(context)
        default:
          state.report(context.judgeHidden("was seen by nobody but had an impression"), of: context)
        }
      })
  }
}

extension RuleState {
  /// `memory` has, by name of the request, the `view.hidden` that it was made against; -1: unsure.
  fileprivate mutating func requestWhileHidden(_ context: EvaluationContext) {
    let wanted: [Word] = [.launch, .user, .viewDidLoad, .viewDidAppear]
    if wanted.contains(context.event.reason) { return }
    switch context.isSlotHidden {
    case .yes(let hidden): memory[UInt64(context.event.request.id)] = hidden
    case .unknown: memory[UInt64(context.event.request.id)] = -1
    case .no: break
    }
    report(context.judgeHidden("was requested again"), of: context)
  }

  fileprivate mutating func loadWhileHidden(_ context: EvaluationContext) {
    let request = context.session.requestNumber(context.event.request)
    let requested = request.map { context.session.requests[$0].requestedIndex } ?? -1
    if requested < 0 {
      return report(context.hasGap(since: -1) ? .undecided(.gap) : .kept, of: context)
    }
    guard let hidden = memory[UInt64(context.event.request.id)] else {
      return report(.kept, of: context)
    }
    if hidden < 0 { return report(.undecided(.gap), of: context) }
    // The request alone breaks the rule: a witness needs the load no more.
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
    let last = slot.map { session.slots[$0].lastView } ?? -1
    if hasGap(since: last) { return .unknown(.gap) }
    if facts.isSceneUncertain ? !isOfItsAd(last) : lastVagueView(event.unit) >= max(last, 0) {
      return .unknown(.gap)
    }
    guard last >= 0, event(at: last).kind == .viewHidden else { return .no }
    let ad = session.adNumber(event(at: last).ad)
    let discarded = ad.flatMap { session.facts.last(.discarded, of: $0) } ?? -1
    return discarded > last ? .no : .yes(last)
  }

  /// Whether the last `view.*` event of its unit, whose scene may be lost as well, is of its own ad.
  ///
  /// O(1): with more than a few slots that is not asked.
  private func isOfItsAd(_ last: Int) -> Bool {
    let slots = session.slots
    guard last >= 0, event(at: last).ad == event.ad, slots.count <= Session.fewSlots else {
      return false
    }
    return !slots.contains { $0.unit == event.unit && $0.lastView > last }
  }

  fileprivate func judgeHidden(_ message: String) -> Judgement {
    switch isSlotHidden {
    case .no: return .kept
    case .unknown(let why): return .undecided(why)
    case .yes(let hidden):
      let since = ReadableDuration.text(elapsed(since: hidden))
      return violation(
        "\(slotName) \(message) \(since) after it was hidden",
        witness: [hidden] + evaluation.hiddenSource(hidden, index))
    }
  }
}

extension Evaluation {
  /// What ties a `view.hidden` to the slot of a request that names its scene.
  fileprivate func hiddenSource(_ hidden: Int, _ request: Int) -> [Int] {
    trace.events[request].scene.isPresent ? sceneSource(hidden) : []
  }
}

extension Session {
  /// How many slots are looked through for what is asked once an event.
  fileprivate static var fewSlots: Int { 16 }
}
