public import AdSession

extension Pattern {
  /// Response for each ready full-screen ad of a scene: after a trigger, each of its ads gets an
  /// answer within a threshold of active time.
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
    message: @escaping @Sendable (_ name: String, _ inTime: String) -> String
  ) -> Pattern {
    let expected = HeldAdAnswer(
      key: key, missing: answers.first ?? slotAnswer, message: { message($0.heldAdName, $1) })
    let resizing = Visit([.kind(trigger)], filtersFormat: false) { context, state in
      state.openHeldAds(context, expected)
    }
    let answering = Visit(
      ([slotAnswer] + answers + EventKind.attempts).map(Trigger.kind), filtersFormat: false,
      need: .awake
    ) { context, state in
      state.answerHeldAds(context, isOfSlot: context.event.kind == slotAnswer, expected)
    }
    return Pattern(visits: [answering, resizing], needsFinish: .awake) {
      $1.settleHeldAds(in: $0, expected)
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
  let message: MissedMessage
}

extension RuleState {
  private var held: HeldAdWaits { mutating get { own(HeldAdWaits.self) } }

  /// Lets each ad wait for an answer that is ready in the event's scene, or can be.
  ///
  /// O(``Session/mostHeldAds``). With more ads, and while too many wait, it is undecided which ads
  /// owe a check, so that neither time nor memory grows with ads times triggers.
  fileprivate mutating func openHeldAds(_ context: EvaluationContext, _ expected: HeldAdAnswer) {
    guard let waiters = context.heldAds else { return report(.undecided(.unknown), of: context) }
    if waiters.isEmpty { return }
    if held.count > HeldAdWaits.most { return report(.undecided(.unknown), of: context) }
    guard let limit = context.milliseconds(expected.key) else {
      for _ in waiters { report(.undecided(.unknown), of: context) }
      return
    }
    watches = true
    for waiter in waiters {
      let slot = context.session.ads[waiter.ad].slot.known
      held.add(
        context.obligation(waiter, limitMs: limit, expected), ad: waiter.ad,
        slot: context.slotNames(unit: context.session.slots[slot].unit))
    }
  }

  /// Settles the triggers that an event answers: for every ad of its slot, or for its ad.
  fileprivate mutating func answerHeldAds(
    _ context: EvaluationContext, isOfSlot: Bool, _ expected: HeldAdAnswer
  ) {
    if held.count == 0 { return }
    if isOfSlot && context.isSceneUnsure { return doubtHeldAds(context, expected) }
    let answered =
      isOfSlot
      ? held.take(slot: context.slotNames(unit: context.event.unit))
      : context.ad.map { held.take(ad: $0) } ?? []
    for obligation in answered {
      settle(
        obligation, answer: context.index, in: context.evaluation, message: expected.message)
    }
  }

  /// Settles the triggers that a request of unknown scene may answer.
  private mutating func doubtHeldAds(_ context: EvaluationContext, _ expected: HeldAdAnswer) {
    for var obligation in held.take(unit: context.event.unit) {
      obligation.wait.doubt(by: context.index, in: context.evaluation)
      settle(obligation, answer: nil, in: context.evaluation, message: expected.message)
    }
  }

  /// Settles what ads wait for at the end of the session.
  fileprivate mutating func settleHeldAds(in evaluation: Evaluation, _ expected: HeldAdAnswer) {
    for obligation in held.takeAll() {
      settle(obligation, answer: nil, in: evaluation, message: expected.message)
    }
  }
}

/// An ad that is ready at a trigger, or can be.
private struct HeldAd {
  let ad: Int
  /// Its `ad.loaded`; the name of an ad can be used again.
  let load: Int
  /// Why a missing answer of it decides nothing; nil where it is a violation.
  var doubt: Doubt?
  /// Whether its scene is unknown, so that it counts only if its answer is missing.
  var countsOnlyIfBroken = false
}

extension EvaluationContext {
  /// The ads that are ready in the event's scene, or can be; nil where too many are held.
  fileprivate var heldAds: [HeldAd]? {
    let own = heldAds(in: facts.scene)
    // An ad of unknown scene can be in this one.
    let unsure = session.hasScenes ? heldAds(in: .absent) : []
    if max(own.count, unsure.count) > Session.mostHeldAds { return nil }
    return (own + unsure).compactMap { waiter($0) }
  }

  /// The slot of a unit in the event's scene.
  fileprivate func slotNames(unit: Symbol) -> SlotNames {
    SlotNames(unit: unit, scene: session.identity(facts.scene))
  }

  /// The ads of a scene that can be ready at the event, and at most one more than are judged.
  private func heldAds(in scene: Symbol) -> [Int] {
    guard let scene = session.sceneNumber(scene) else { return [] }
    return session.heldAds(in: scene, atMost: Session.mostHeldAds + 1) { !isTooOldInAnyFormat($0) }
  }

  /// A held ad, if it is ready or can be: young enough, and without a gap since its load.
  private func waiter(_ ad: Int) -> HeldAd? {
    let state = session.ads[ad]
    guard let key = Session.maxAgeKey(state.format) else { return nil }
    let load = state.loadedIndex.known
    var waiter = HeldAd(ad: ad, load: load)
    if let maxAge = milliseconds(key) {
      if elapsed(since: state.loadedIndex) >= maxAge { return nil }
      if evaluation.concernsReusedName(load) { waiter.doubt = .unknown }
      if hasGap(since: state.loadedIndex) { waiter.doubt = .gap }
    } else {
      waiter.doubt = .unknown
    }
    if isUnknown(state.scene) {
      waiter.doubt = .gap
      waiter.countsOnlyIfBroken = true
    }
    return waiter
  }

  /// Whether an ad is too old in every format, and with it all ads that were loaded before.
  private func isTooOldInAnyFormat(_ ad: Int) -> Bool {
    guard let appOpen = milliseconds(.appOpenMaxAgeSeconds),
      let fullScreen = milliseconds(.fullScreenMaxAgeSeconds)
    else { return false }
    return elapsed(since: session.ads[ad].loadedIndex) >= max(appOpen, fullScreen)
  }

  /// The obligation of a ready ad since the event.
  fileprivate func obligation(
    _ waiter: HeldAd, limitMs: Int64, _ expected: HeldAdAnswer
  ) -> Obligation {
    var obligation = Obligation(
      trigger: index, limitMs: limitMs, key: expected.key, doubt: waiter.doubt,
      witness: [waiter.load] + evaluation.sceneSource(waiter.load))
    obligation.wait.countsOnlyIfBroken = waiter.countsOnlyIfBroken
    obligation.missing = expected.missing
    obligation.facts = facts
    obligation.facts.ad = OptionalIndex(waiter.ad)
    return obligation
  }

  /// The ad of an obligation in a message: `interstitial ad a-3`.
  fileprivate var heldAdName: String {
    adState?.loadedIndex.index.map { adName(at: $0) } ?? "the ad"
  }
}
