public import AdSession

extension Pattern {
  /// Response, once for each ready full-screen ad of a scene: something happens to the scene, and
  /// each of its ads gets an answer within a threshold of active time.
  ///
  /// - Parameters:
  ///   - trigger: what happens to the scene.
  ///   - answers: the kinds that answer when they are of the ad; its attempt always does.
  ///   - slotAnswer: the kind that answers for every ad of the slot.
  ///   - key: the threshold.
  ///   - says: what did not happen to an ad, for the sentence; it gets the ad's name.
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
  /// Opens an obligation for each ready ad of the event's scene, and for each that may be of it.
  fileprivate mutating func openHeldAds(
    _ context: EvaluationContext, within key: PolicyKey, missing: EventKind
  ) {
    for ad in context.heldAds(in: context.facts.scene) {
      let waits = openHeldAd(ad, context, within: key, missing: missing)
      if waits { chain(ad, slot: context.session.ads[ad].slot) }
    }
    guard context.hasGap(since: -1), context.facts.scene.isPresent else { return }
    for ad in context.heldAds(in: .absent) where context.session.ads[ad].isSceneUncertain {
      let waits = openHeldAd(ad, context, within: key, missing: missing)
      if waits { lists[context.unplacedKey(context.session.ads[ad].unit), default: []].append(ad) }
    }
  }

  /// Opens the obligation of one ad; says whether it is ready, or may be, and so waits.
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
      witness: [loaded] + context.evaluation.sceneSource(loaded))
    if case .unknown(let why) = readiness { obligation.doubt = why }
    if context.session.ads[ad].isSceneUncertain {
      obligation.doubt = .gap
      obligation.wait.isPerhaps = true
    }
    obligation.missing = missing
    obligation.facts = context.facts
    obligation.facts.ad = ad
    open.append(obligation, correlation: UInt64(ad))
    return true
  }

  /// Settles the obligations of every ad of the slot that is requested.
  fileprivate mutating func answerHeldAds(
    ofSlotAt context: EvaluationContext, message: @Sendable (EvaluationContext) -> String
  ) {
    guard let slot = context.slot else { return }
    var next = memory.removeValue(forKey: Self.slotKey(slot)) ?? -1
    while next >= 0 {
      let ad = next
      answer(UInt64(ad), by: context.index, in: context.evaluation, message: message)
      next = memory.removeValue(forKey: Self.chainKey(ad)) ?? -1
    }
  }

  /// Settles the obligations of the ads that would be of the slot that is requested, if they are of
  /// its scene.
  fileprivate mutating func answerUnplacedAds(
    at context: EvaluationContext, message: @Sendable (EvaluationContext) -> String
  ) {
    guard context.hasGap(since: -1), !lists.isEmpty else { return }
    let scene = context.facts.scene
    for ad in lists.removeValue(forKey: context.unplacedKey(context.event.unit)) ?? [] {
      answer(UInt64(ad), by: context.index, in: context.evaluation, message: message) {
        $0.facts.scene == scene
      }
    }
  }

  /// Remembers that an ad of the slot waits, as a chain from the last one back to the first.
  private mutating func chain(_ ad: Int, slot: Int) {
    guard memory[Self.chainKey(ad)] == nil else { return }
    memory[Self.chainKey(ad)] = memory[Self.slotKey(slot)] ?? -1
    memory[Self.slotKey(slot)] = ad
  }

  private static func slotKey(_ slot: Int) -> UInt64 { 1 << 63 | UInt64(slot) }
  private static func chainKey(_ ad: Int) -> UInt64 { 1 << 62 | UInt64(ad) }
}

extension EvaluationContext {
  /// The ads of a scene that may be ready at the event.
  fileprivate func heldAds(in scene: Symbol) -> [Int] {
    guard let scene = session.sceneNumber(scene) else { return [] }
    // Names that were born twice leave the ads of a scene in no order of their age.
    let isPlain = evaluation.isPlain
    return session.heldAds(in: scene) { !isPlain || !isTooOldInAnyFormat($0) }
  }

  /// What ties ads of a unit, whose scene only a lost record could tell, to the event's scene.
  fileprivate func unplacedKey(_ unit: Symbol) -> UInt64 {
    UInt64(unit.id) << 32 | UInt64(facts.scene.id)
  }

  /// Whether an ad that nothing was seen to end is ready: young enough, and no gap since its birth.
  fileprivate func readiness(ofHeldAd ad: Int) -> Truth {
    let state = session.ads[ad]
    guard let key = Session.maxAgeKey(state.format) else { return .no }
    guard let maxAge = milliseconds(key) else { return .unknown(.unknown) }
    if elapsed(since: state.loadedIndex) >= maxAge { return .no }
    return hasGap(since: state.loadedIndex) ? .unknown(.gap) : .yes(state.loadedIndex)
  }

  /// Whether an ad is older than an ad of any format may be, so that all loaded before it are too.
  fileprivate func isTooOldInAnyFormat(_ ad: Int) -> Bool {
    guard let appOpen = milliseconds(.appOpenMaxAgeSeconds),
      let fullScreen = milliseconds(.fullScreenMaxAgeSeconds)
    else { return false }
    return elapsed(since: session.ads[ad].loadedIndex) >= max(appOpen, fullScreen)
  }

  /// `interstitial ad a-3`: the ad that an obligation is about.
  fileprivate var heldAdName: String { adState.map { adName(at: $0.loadedIndex) } ?? "the ad" }
}
