public import AdSession

/// The activations that wait for several answers.
private final class Bundles: PatternState {
  /// By the index of their trigger.
  var open: [Int: Bundle] = [:]

  override func clear() { open.removeAll(keepingCapacity: true) }
}

/// An activation with several obligations: the number that is open, and the worst outcome so far.
private struct Bundle {
  var waiting: Int
  /// Nil while only a hidden banner can make it an activation, and each is answered.
  var judgement: Judgement?
  var remainingMs: Int64?

  mutating func take(_ outcome: (judgement: Judgement, remainingMs: Int64?)) {
    waiting -= 1
    switch (judgement, outcome.judgement) {
    case (nil, .kept): break
    case (nil, _), (.kept, _), (.undecided, .violated):
      judgement = outcome.judgement
      remainingMs = outcome.remainingMs
    default: break
    }
  }
}

extension Pattern {
  /// Response of all banners of a scene: after a trigger, the slot of each visible banner gets an
  /// answer within a threshold of active time.
  ///
  /// Each trigger is one activation, kept if every slot has an answer in time or is not free.
  ///
  /// - Parameters:
  ///   - trigger: The kind that triggers the scene.
  ///   - condition: Whether the event activates the rule; yes has an event that shows it.
  ///   - answer: The kind that answers for a slot.
  ///   - key: The threshold.
  ///   - message: The beginning of the message, from the name of the slot.
  public static func eachBanner(
    whenItsSceneHas trigger: EventKind,
    where condition: @escaping @Sendable (EvaluationContext) -> Truth,
    isAnsweredIn answer: EventKind, within key: PolicyKey,
    message: @escaping @Sendable (_ name: String, _ inTime: String) -> String
  ) -> Pattern {
    let message: MissedMessage = { message($0.bannerSlotName, $1) }
    let answering = Visit([.kind(answer)], filtersFormat: false, need: .awake) { context, state in
      if context.isSceneUnsure { return state.doubtBanners(context) }
      guard let slot = context.slot else { return }
      state.answerBanners(of: slot, by: context.index, in: context.evaluation, message: message)
    }
    let asking = Visit([.kind(trigger)], filtersFormat: false) { context, state in
      state.openBanners(context, condition(context), within: key, missing: answer)
    }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { evaluation, state in
      for slot in state.open.correlations {
        state.answerBanners(of: Int(slot), by: nil, in: evaluation, message: message)
      }
    }
  }
}

extension RuleState {
  private var bundles: Bundles { mutating get { own(Bundles.self) } }

  fileprivate mutating func openBanners(
    _ context: EvaluationContext, _ condition: Truth, within key: PolicyKey, missing: EventKind
  ) {
    if case .no = condition { return }
    let visible = context.visibleBannerSlots
    if visible.isEmpty && context.mayHaveUnsureBanner {
      return report(.undecided(.gap), of: context)
    }
    let slots = visible.isEmpty ? context.hiddenBannerSlots : visible
    if slots.isEmpty { return }
    guard let limit = context.milliseconds(key) else {
      return report(.undecided(.unknown), of: context)
    }
    var waiting = 0
    for (slot, visibility) in slots {
      let exemption = context.unlessNotFree(
        unit: context.session.slots[slot].unit, scene: context.facts.scene, format: .banner)
      if case .exempt = exemption { continue }
      var obligation = Obligation(trigger: context.index, limitMs: limit, key: key)
      obligation.doubt = condition.doubt ?? visibility.doubt ?? exemption.doubt
      obligation.witness = context.bannerWitness(slot: slot) + condition.witness
      obligation.missing = missing
      obligation.facts = context.facts
      obligation.facts.ad = context.lastBanner(slot: slot)
      open.append(obligation, correlation: UInt64(slot))
      waiting += 1
    }
    // A gap can hide another banner of the scene that gets no answer.
    let isOpen = context.hasGap(since: .none) || context.mayHaveUnsureBanner
    let atBest: Judgement? = visible.isEmpty ? nil : isOpen ? .undecided(.gap) : .kept
    if waiting == 0 {
      if let atBest { report(atBest, of: context) }
      return
    }
    bundles.open[context.index] = Bundle(waiting: waiting, judgement: atBest)
  }

  /// Records a request that may be one of each slot of its unit.
  fileprivate mutating func doubtBanners(_ context: EvaluationContext) {
    for slot in open.correlations
    where context.session.slots[Int(slot)].unit == context.event.unit {
      doubt(slot, by: context.index, in: context.evaluation)
    }
  }

  fileprivate mutating func answerBanners(
    of slot: Int, by answer: Int?, in evaluation: Evaluation,
    message: MissedMessage
  ) {
    for obligation in open.take(UInt64(slot)) {
      bundles.open[obligation.trigger]?.take(
        evaluation.outcome(of: obligation, answer: answer, message: message))
      guard let bundle = bundles.open[obligation.trigger], bundle.waiting == 0 else { continue }
      bundles.open[obligation.trigger] = nil
      guard let judgement = bundle.judgement else { continue }
      report(judgement, of: obligation.trigger, in: evaluation, remainingMs: bundle.remainingMs)
    }
  }
}

extension EvaluationContext {
  /// The slots of the scene with a banner that is visible, or can be.
  fileprivate var visibleBannerSlots: [(slot: Int, visibility: Truth)] {
    guard let scene = session.sceneNumber(facts.scene) else { return [] }
    return session.scenes[scene].bannerSlots.compactMap { slot in
      let visibility = hasVisibleBanner(slot: Int(slot))
      return visibility == .no ? nil : (Int(slot), visibility)
    }
  }

  /// The slots of the scene that can have a visible banner whose load is lost.
  fileprivate var hiddenBannerSlots: [(slot: Int, visibility: Truth)] {
    guard hasGaps, let scene = session.sceneNumber(facts.scene) else { return [] }
    return session.scenes[scene].bannerSlots.compactMap { slot in
      mayHideBanner(slot: Int(slot)) ? (Int(slot), .unknown(.gap)) : nil
    }
  }

  /// Whether a visible banner of unknown scene can be in the event's scene.
  fileprivate var mayHaveUnsureBanner: Bool {
    guard session.hasScenes, let unknown = session.sceneNumber(.absent) else { return false }
    return session.scenes[unknown].bannerSlots.contains { hasVisibleBanner(slot: Int($0)) != .no }
  }

  fileprivate func lastBanner(slot: Int) -> OptionalIndex<AdState> {
    let banner = session.slots[slot].lastBanner.index
    return OptionalIndex(banner.flatMap { session.adNumber(event(at: $0).ad) })
  }

  /// The slot of an obligation in a message: `unit ca-app-pub-…/… in scene s-1`.
  fileprivate var bannerSlotName: String {
    "unit \(text(adState?.unit ?? .absent)) in scene \(text(facts.scene))"
  }
}

extension Exemption {
  /// Why it is unknown; nil where it is not.
  fileprivate var doubt: Doubt? {
    if case .unknown(let why) = self { why } else { nil }
  }
}
