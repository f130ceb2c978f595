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
      if !state.waitForHeldAds(context, expected) { state.openHeldAds(context, expected) }
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
  /// Opens an obligation for each ready ad that is in the event's scene, or can be.
  fileprivate mutating func openHeldAds(_ context: EvaluationContext, _ expected: HeldAdAnswer) {
    for ad in context.heldAds(in: context.facts.scene) {
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
    var obligation = context.evaluation.obligation(trigger, of: ad, expected)
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
    var next = memory.removeValue(forKey: Self.slotKey(slot))
    while let ad = next, ad != Self.endOfChain {
      answer(UInt64(ad), by: context.index, in: context.evaluation, message: expected.message)
      next = memory.removeValue(forKey: Self.chainKey(ad))
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
    guard memory[Self.chainKey(ad)] == nil else { return }
    memory[Self.chainKey(ad)] = memory[Self.slotKey(slot)] ?? Self.endOfChain
    memory[Self.slotKey(slot)] = ad
  }

  /// The mark behind the first ad of a chain.
  private static var endOfChain: Int { .max }
  private static func slotKey(_ slot: Int) -> UInt64 { 1 << 63 | UInt64(slot) }
  private static func chainKey(_ ad: Int) -> UInt64 { 1 << 62 | UInt64(ad) }
}

// MARK: - Sessions without gaps

extension RuleState {
  /// Adds a trigger for the ready ads of the event's scene; false if each ad needs an obligation of its own.
  ///
  /// O(ads that were loaded since the last trigger, or are too old since).
  fileprivate mutating func waitForHeldAds(
    _ context: EvaluationContext, _ expected: HeldAdAnswer
  ) -> Bool {
    let evaluation = context.evaluation
    guard evaluation.isPlain, !evaluation.hasGaps, let limit = context.milliseconds(expected.key),
      let appOpen = context.milliseconds(.appOpenMaxAgeSeconds),
      let fullScreen = context.milliseconds(.fullScreenMaxAgeSeconds)
    else { return false }
    watches = true
    let trigger = HeldAdWaits.Trigger(index: context.index, limitMs: limit, facts: context.facts)
    let ages = HeldAdWaits.MaxAges(appOpen: appOpen, fullScreen: fullScreen)
    rare.held.add(trigger, ages, context)
    return true
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
    let ranges = rare.held.take(ad, in: scene, staysReady: staysReady)
    if ranges.isEmpty { return }
    guard let waits = rare.held.scenes[scene] else { return }
    for range in ranges {
      let late = countAnswered(range, waits, at: context)
      for position in late {
        let obligation = context.evaluation.obligation(waits.triggers[position], of: ad, expected)
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
    var triggers = HeldAdTriggers(rare.held)
    let hasMixedFormats = evaluation.hasAdOfTwoFormats(formats)
    triggers.forEach(load: { evaluation.session.ads[$0].loadedIndex.known }) { trigger, count in
      countUnlisted(trigger, count, hasMixedFormats, evaluation)
    } settle: { trigger, ad in
      let obligation = evaluation.obligation(trigger, of: ad, expected)
      settle(obligation, answer: nil, in: evaluation, message: expected.message)
    }
  }

  /// Counts the activations of a trigger without an answer if their findings would not be listed.
  private mutating func countUnlisted(
    _ trigger: HeldAdWaits.Trigger, _ count: Int, _ hasMixedFormats: Bool, _ evaluation: Evaluation
  ) -> Bool {
    let beyond = evaluation.session.time.firstRecord(after: trigger.index, beyond: trigger.limitMs)
    guard let beyond else {
      return countUndecided(count, from: evaluation.event(trigger.index).seq)
    }
    return !hasMixedFormats && countViolations(count, from: beyond)
  }
}

extension Evaluation {
  /// The obligation of a ready ad since a trigger.
  fileprivate func obligation(
    _ trigger: HeldAdWaits.Trigger, of ad: Int, _ expected: HeldAdAnswer
  ) -> Obligation {
    let loaded = session.ads[ad].loadedIndex.known
    var obligation = Obligation(
      trigger: trigger.index, limitMs: trigger.limitMs, key: expected.key,
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
