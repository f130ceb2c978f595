public import AdSession

extension Pattern {
  /// Response for each ready full-screen ad of a scene: after a trigger, each of its ads gets an answer
  /// within a threshold of active time.
  ///
  /// - Parameters:
  ///   - trigger: The kind that triggers the scene.
  ///   - answers: The kinds that answer for an ad; its attempt always does.
  ///   - slotAnswer: The kind that answers for every ad of the slot.
  ///   - key: The threshold.
  ///   - message: The beginning of the message, from the name of the ad.
  public static func eachHeldAd(
    whenItsSceneHas trigger: EventKind, isAnsweredBy answers: [EventKind],
    orIn slotAnswer: EventKind, within key: PolicyKey,
    message: @escaping @Sendable (String) -> String
  ) -> Pattern {
    let attempts: [EventKind] = [.adPresentRequested, .adWillPresent, .adFailedToPresent]
    let missing = answers.first ?? slotAnswer
    let message: @Sendable (EvaluationContext) -> String = { message($0.heldAdName) }
    let resizing = Visit([.kind(trigger)], filtersFormat: false) { context, state in
      state.openHeldAds(context, within: key, missing: missing)
    }
    let answering = Visit(
      ([slotAnswer] + answers + attempts).map(Trigger.kind), filtersFormat: false, need: .awake
    ) { context, state in
      if context.event.kind == slotAnswer {
        state.answerHeldAds(ofSlotAt: context, message: message)
        state.answerUnplacedAds(at: context, message: message)
      } else if let ad = context.ad {
        state.answer(UInt64(ad), by: context.index, in: context.evaluation, message: message)
      }
    }
    return Pattern(visits: [answering, resizing], needsFinish: .awake) { evaluation, state in
      state.settleAll(in: evaluation, message: message)
    }
  }
}

extension RuleState {
  /// Opens an obligation for each ready ad that is in the event's scene, or can be.
  fileprivate mutating func openHeldAds(
    _ context: EvaluationContext, within key: PolicyKey, missing: EventKind
  ) {
    for ad in context.heldAds(in: context.facts.scene) {
      let waits = openHeldAd(ad, context, within: key, missing: missing)
      if waits { chain(ad, slot: context.session.ads[ad].slot.known) }
    }
    guard context.hasGap(since: .none), context.facts.scene.isPresent else { return }
    for ad in context.heldAds(in: .absent) where context.session.ads[ad].isSceneUncertain {
      let waits = openHeldAd(ad, context, within: key, missing: missing)
      if waits { lists[context.unplacedKey(context.session.ads[ad].unit), default: []].append(ad) }
    }
  }

  /// Opens the obligation of one ad and returns whether the ad is ready, or can be.
  private mutating func openHeldAd(
    _ ad: Int, _ context: EvaluationContext, within key: PolicyKey, missing: EventKind
  ) -> Bool {
    let readiness = context.readiness(ofHeldAd: ad)
    if case .no = readiness { return false }
    guard let limit = context.milliseconds(key) else {
      report(.undecided(.unknown), of: context)
      return false
    }
    let loaded = context.session.ads[ad].loadedIndex
    var obligation = Obligation(
      trigger: context.index, limitMs: limit, key: key,
      witness: [loaded.known] + context.evaluation.sceneSource(loaded.known))
    if case .unknown(let why) = readiness { obligation.doubt = why }
    if context.session.ads[ad].isSceneUncertain {
      obligation.doubt = .gap
      obligation.wait.isPerhaps = true
    }
    obligation.missing = missing
    obligation.facts = context.facts
    obligation.facts.ad = OptionalIndex(ad)
    open.append(obligation, correlation: UInt64(ad))
    return true
  }

  /// Settles the obligations of every ad of the slot that is requested.
  fileprivate mutating func answerHeldAds(
    ofSlotAt context: EvaluationContext, message: @Sendable (EvaluationContext) -> String
  ) {
    guard let slot = context.slot else { return }
    var next = memory.removeValue(forKey: Self.slotKey(slot))
    while let ad = next, ad != Self.endOfChain {
      answer(UInt64(ad), by: context.index, in: context.evaluation, message: message)
      next = memory.removeValue(forKey: Self.chainKey(ad))
    }
  }

  /// Settles the obligations of ads that belong to the requested slot if they are in its scene.
  fileprivate mutating func answerUnplacedAds(
    at context: EvaluationContext, message: @Sendable (EvaluationContext) -> String
  ) {
    guard context.hasGap(since: .none), !lists.isEmpty else { return }
    let scene = context.facts.scene
    for ad in lists.removeValue(forKey: context.unplacedKey(context.event.unit)) ?? [] {
      answer(UInt64(ad), by: context.index, in: context.evaluation, message: message) {
        $0.facts.scene == scene
      }
    }
  }

  /// Adds an ad to the chain of open obligations of its slot, which leads from the last to the first.
  private mutating func chain(_ ad: Int, slot: Int) {
    guard memory[Self.chainKey(ad)] == nil else { return }
    memory[Self.chainKey(ad)] = memory[Self.slotKey(slot)] ?? Self.endOfChain
    memory[Self.slotKey(slot)] = ad
  }

  /// The mark behind the first ad of a chain.
  private static var endOfChain: Int { .max }
  private static func slotKey(_ slot: Int) -> UInt64 { 1 << 63 | UInt64(slot) }
  private static func chainKey(_ ad: Int) -> UInt64 { 1 << 62 | UInt64(ad) }
}

extension EvaluationContext {
  /// The ads of a scene that can be ready at the event.
  fileprivate func heldAds(in scene: Symbol) -> [Int] {
    guard let scene = session.sceneNumber(scene) else { return [] }
    // With reused names the ads of a scene are not in the order of their age.
    let isPlain = evaluation.isPlain
    return session.heldAds(in: scene) { !isPlain || !isTooOldInAnyFormat($0) }
  }

  /// The key of the ads of a unit in the event's scene whose scene only a lost record names.
  fileprivate func unplacedKey(_ unit: Symbol) -> UInt64 {
    UInt64(unit.id) << 32 | UInt64(facts.scene.id)
  }

  /// Whether a held ad is ready: young enough, and without a gap since its load.
  fileprivate func readiness(ofHeldAd ad: Int) -> Truth {
    let state = session.ads[ad]
    guard let key = Session.maxAgeKey(state.format) else { return .no }
    guard let maxAge = milliseconds(key) else { return .unknown(.unknown) }
    if elapsed(since: state.loadedIndex) >= maxAge { return .no }
    return hasGap(since: state.loadedIndex) ? .unknown(.gap) : .yes(state.loadedIndex)
  }

  /// Whether an ad is too old in every format, and with it all ads that were loaded before.
  fileprivate func isTooOldInAnyFormat(_ ad: Int) -> Bool {
    guard let appOpen = milliseconds(.appOpenMaxAgeSeconds),
      let fullScreen = milliseconds(.fullScreenMaxAgeSeconds)
    else { return false }
    return elapsed(since: session.ads[ad].loadedIndex) >= max(appOpen, fullScreen)
  }

  /// The ad of an obligation in a message: `interstitial ad a-3`.
  fileprivate var heldAdName: String {
    adState?.loadedIndex.index.map { adName(at: $0) } ?? "the ad"
  }
}
