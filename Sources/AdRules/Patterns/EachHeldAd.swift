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
    let expected = HeldAdAnswer(
      key: key, missing: answers.first ?? slotAnswer, message: { message($0.heldAdName) })
    let resizing = Visit([.kind(trigger)], filtersFormat: false) { context, state in
      state.openHeldAds(context, expected)
    }
    let answering = Visit(
      ([slotAnswer] + answers + EventKind.attempts).map(Trigger.kind), filtersFormat: false,
      need: .awake
    ) { context, state in
      if context.event.kind == slotAnswer {
        state.answerHeldAds(ofSlotAt: context, expected)
        state.answerUnplacedAds(at: context, expected)
      } else if let ad = context.ad {
        state.answerHeldAd(ad, at: context, expected)
      }
    }
    let expiring = Visit([.kind(.adExpired)], filtersFormat: false, need: .awake) {
      if let ad = $0.ad { $1.endWait(ofHeldAd: ad, $0) }
    }
    return Pattern(visits: [answering, expiring, resizing], needsFinish: .awake) {
      $1.settleAll(in: $0, message: expected.message)
      $1.settleWaits(in: $0, expected)
    }
  }
}

extension EventKind {
  /// The kinds of attempts to show an ad.
  fileprivate static let attempts: [EventKind] = [
    .adPresentRequested, .adWillPresent, .adFailedToPresent,
  ]
}

/// The answer that an ad waits for.
private struct HeldAdAnswer: Sendable {
  let key: PolicyKey
  /// The kind that is reported as missing.
  let missing: EventKind
  let message: @Sendable (EvaluationContext) -> String
}

extension RuleState {
  /// Lets each ready ad wait for an answer that is in the event's scene, or can be.
  fileprivate mutating func openHeldAds(_ context: EvaluationContext, _ expected: HeldAdAnswer) {
    for ad in waitForHeldAds(context, expected) {
      let waits = openHeldAd(ad, context, expected)
      if waits { chain(ad, slot: context.session.ads[ad].slot.known) }
    }
    guard context.hasGap(since: .none), context.facts.scene.isPresent else { return }
    for ad in context.heldAds(in: .absent) where context.session.ads[ad].isSceneUncertain {
      let waits = openHeldAd(ad, context, expected)
      if waits { lists[context.unplacedKey(context.session.ads[ad].unit), default: []].append(ad) }
    }
  }

  /// Opens the obligation of one ad and returns whether the ad is ready, or can be.
  private mutating func openHeldAd(
    _ ad: Int, _ context: EvaluationContext, _ expected: HeldAdAnswer
  ) -> Bool {
    let readiness = context.readiness(ofHeldAd: ad)
    if case .no = readiness { return false }
    guard let limit = context.milliseconds(expected.key) else {
      report(.undecided(.unknown), of: context)
      return false
    }
    let trigger = HeldAdWaits.Trigger(index: context.index, limitMs: limit, facts: context.facts)
    var obligation = context.evaluation.obligation(trigger, of: ad, doubt: nil, expected)
    if case .unknown(let why) = readiness { obligation.doubt = why }
    if context.session.ads[ad].isSceneUncertain {
      obligation.doubt = .gap
      obligation.wait.isPerhaps = true
    }
    open.append(obligation, correlation: UInt64(ad))
    return true
  }

  /// Settles the obligations of every ad of the slot that is requested.
  fileprivate mutating func answerHeldAds(
    ofSlotAt context: EvaluationContext, _ expected: HeldAdAnswer
  ) {
    guard let slot = context.slot else { return }
    if rare.held.isUsed {
      for ad in rare.held.take(slot: slot, in: context.session.slots[slot].scene) {
        settleWaits(ofHeldAd: ad, at: context, staysReady: true, expected)
      }
    }
    let scene = context.facts.scene
    var next = memory.removeValue(forKey: Self.slotKey(slot))
    while let ad = next, ad != Self.endOfChain {
      // A reused name can be that of an ad in another scene by now.
      answer(UInt64(ad), by: context.index, in: context.evaluation, message: expected.message) {
        $0.facts.scene == scene
      }
      next = memory.removeValue(forKey: Self.chainKey(ad, slot))
    }
  }

  /// Settles the obligations of ads that belong to the requested slot if they are in its scene.
  fileprivate mutating func answerUnplacedAds(
    at context: EvaluationContext, _ expected: HeldAdAnswer
  ) {
    guard context.hasGap(since: .none), !lists.isEmpty else { return }
    let scene = context.facts.scene
    for ad in lists.removeValue(forKey: context.unplacedKey(context.event.unit)) ?? [] {
      answer(
        UInt64(ad), by: context.index, in: context.evaluation, message: expected.message
      ) {
        $0.facts.scene == scene
      }
    }
  }

  /// Adds an ad to the chain of open obligations of its slot, which leads from the last to the first.
  private mutating func chain(_ ad: Int, slot: Int) {
    guard memory[Self.chainKey(ad, slot)] == nil else { return }
    memory[Self.chainKey(ad, slot)] = memory[Self.slotKey(slot)] ?? Self.endOfChain
    memory[Self.slotKey(slot)] = ad
  }

  /// The mark behind the first ad of a chain.
  private static var endOfChain: Int { .max }
  private static func slotKey(_ slot: Int) -> UInt64 { 1 << 63 | UInt64(slot) }
  /// Both numbers have at most 31 bits.
  private static func chainKey(_ ad: Int, _ slot: Int) -> UInt64 {
    1 << 62 | UInt64(slot) << 31 | UInt64(ad)
  }
}

// MARK: - Ads that wait together

extension RuleState {
  /// Adds a trigger for the ready ads of the event's scene; returns those that need an obligation of their
  /// own.
  ///
  /// O(ads that were loaded since the last trigger, or are too old since, or are returned).
  private mutating func waitForHeldAds(
    _ context: EvaluationContext, _ expected: HeldAdAnswer
  ) -> [Int] {
    let evaluation = context.evaluation
    if evaluation.logsKept { return context.heldAds(in: context.facts.scene) }
    watches = true
    let ages = HeldAdWaits.MaxAges(
      appOpen: context.milliseconds(.appOpenMaxAgeSeconds),
      fullScreen: context.milliseconds(.fullScreenMaxAgeSeconds))
    let limit = context.milliseconds(expected.key)
    let trigger =
      evaluation.concernsReusedName(context.index)
      ? nil
      : limit.map {
        HeldAdWaits.Trigger(index: context.index, limitMs: $0, facts: context.facts)
      }
    rare.held.add(trigger, ages, context)
    // Such an activation is undecided, whatever follows.
    if trigger == nil { reportUnknown(rare.held.readyCount(in: context.facts.scene), of: context) }
    return rare.held.adsApart(context)
  }

  private mutating func reportUnknown(_ count: Int, of context: EvaluationContext) {
    if countUndecided(count, from: context.event.seq) { return }
    for _ in 0..<count { report(.undecided(.unknown), of: context) }
  }

  /// Settles what an ad waits for by an event that answers for it.
  fileprivate mutating func answerHeldAd(
    _ ad: Int, at context: EvaluationContext, _ expected: HeldAdAnswer
  ) {
    if rare.held.isUsed {
      let isAttempt = EventKind.attempts.contains(context.event.kind)
      let isGone =
        context.event.kind == .adDiscarded || isAttempt && context.facts.overlay == .no
      settleWaits(ofHeldAd: ad, at: context, staysReady: !isGone, expected)
    }
    answer(UInt64(ad), by: context.index, in: context.evaluation, message: expected.message)
  }

  /// Ends the wait of an ad for further triggers.
  fileprivate mutating func endWait(ofHeldAd ad: Int, _ context: EvaluationContext) {
    if rare.held.isUsed { rare.held.end(ad, in: context.session.ads[ad].scene) }
  }

  private mutating func settleWaits(
    ofHeldAd ad: Int, at context: EvaluationContext, staysReady: Bool, _ expected: HeldAdAnswer
  ) {
    let scene = context.session.ads[ad].scene
    let spans = rare.held.take(ad, in: scene, staysReady: staysReady)
    if spans.isEmpty { return }
    guard let waits = rare.held.scenes[scene] else { return }
    for span in spans {
      let late = countAnswered(waits.range(span), waits, at: context)
      for position in late {
        let trigger = waits.triggers[position]
        let obligation = context.evaluation.obligation(
          trigger, of: ad, doubt: context.evaluation.doubt(span, of: ad, at: trigger), expected)
        settle(
          obligation, answer: context.index, in: context.evaluation, message: expected.message)
      }
    }
  }

  /// Counts the triggers of a range that are answered in time; returns the others.
  private mutating func countAnswered(
    _ range: Range<Int>, _ waits: HeldAdWaits.Scene, at context: EvaluationContext
  ) -> Range<Int> {
    if doubt != nil || !waits.hasOneLimit { return range }
    // The later the trigger, the less time passed.
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      let trigger = waits.triggers[middle]
      let passed = context.session.time.greatest(from: trigger.index, to: context.index)
      if passed <= trigger.limitMs { high = middle } else { low = middle + 1 }
    }
    activations &+= range.upperBound - low
    return range.lowerBound..<low
  }

  /// Settles what ads wait for at the end of the session.
  ///
  /// Findings that are not listed are counted for all ads of a trigger at once.
  fileprivate mutating func settleWaits(in evaluation: Evaluation, _ expected: HeldAdAnswer) {
    if !rare.held.isUsed { return }
    var triggers = HeldAdTriggers(rare.held, in: evaluation)
    triggers.forEach { trigger, count, isDoubtful in
      countUnlisted(trigger, count, isDoubtful: isDoubtful, evaluation)
    } settle: { trigger, ad, span in
      let doubt = evaluation.doubt(span, of: ad, at: trigger)
      let obligation = evaluation.obligation(trigger, of: ad, doubt: doubt, expected)
      settle(obligation, answer: nil, in: evaluation, message: expected.message)
    }
  }

  /// Counts the activations of a trigger without an answer if their findings would not be listed.
  private mutating func countUnlisted(
    _ trigger: HeldAdWaits.Trigger, _ count: Int, isDoubtful: Bool, _ evaluation: Evaluation
  ) -> Bool {
    let time = evaluation.session.time
    let beyond = time.firstRecord(after: trigger.index, beyond: trigger.limitMs)
    guard let beyond, !isDoubtful, beyond < time.firstGap(after: trigger.index) ?? .max,
      isViolation(trigger.index, beyond, evaluation)
    else {
      return countUndecided(count, from: evaluation.event(trigger.index).seq)
    }
    return countViolations(count, from: beyond)
  }

  /// Whether the records of a violation other than those of its ad leave it one.
  private func isViolation(_ trigger: Int, _ beyond: Int, _ evaluation: Evaluation) -> Bool {
    let proof = evaluation.fitProof(beyond, unfit: .unknown)
    let violation = Violation(witness: [trigger, proof], certainAt: beyond, because: "")
    return settled(.violated(violation), of: trigger, in: evaluation).isViolated
  }
}

extension Evaluation {
  /// Why it is uncertain that an ad was ready at a trigger.
  fileprivate func doubt(
    _ span: HeldAdWaits.Span, of ad: Int, at trigger: HeldAdWaits.Trigger
  ) -> Doubt? {
    if span.isAgeUnknown { return .unknown }
    let loaded = session.ads[ad].loadedIndex
    return session.time.hasGap(after: loaded, before: trigger.index) ? .gap : nil
  }

  /// The obligation of a ready ad since a trigger.
  fileprivate func obligation(
    _ trigger: HeldAdWaits.Trigger, of ad: Int, doubt: Doubt?, _ expected: HeldAdAnswer
  ) -> Obligation {
    let loaded = session.ads[ad].loadedIndex.known
    var obligation = Obligation(
      trigger: trigger.index, limitMs: trigger.limitMs, key: expected.key, doubt: doubt,
      witness: [loaded] + sceneSource(loaded))
    obligation.missing = expected.missing
    obligation.facts = trigger.facts
    obligation.facts.ad = OptionalIndex(ad)
    return obligation
  }
}

extension EvaluationContext {
  /// The ads of a scene that can be ready at the event.
  fileprivate func heldAds(in scene: Symbol) -> [Int] {
    guard let scene = session.sceneNumber(scene) else { return [] }
    return session.heldAds(in: scene) { !isTooOldInAnyFormat($0) }
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
