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
  let message: @Sendable (EvaluationContext) -> String
}

extension RuleState {
  private var held: HeldAdWaits { mutating get { own(HeldAdWaits.self) } }

  /// Lets each ad wait for an answer that is ready in the event's scene, or can be.
  ///
  /// O(``Session/mostHeldAds``). With more ads, and with more runs of triggers than records, it is
  /// undecided which ads owe a check, so that neither time nor memory grows with ads times
  /// triggers.
  fileprivate mutating func openHeldAds(_ context: EvaluationContext, _ expected: HeldAdAnswer) {
    guard let waiters = context.heldAds else { return report(.undecided(.unknown), of: context) }
    if waiters.isEmpty { return }
    if held.runCount > Self.someRuns + context.index {
      return report(.undecided(.unknown), of: context)
    }
    guard let limit = context.milliseconds(expected.key) else {
      for _ in waiters { report(.undecided(.unknown), of: context) }
      return
    }
    watches = true
    held.add(
      HeldAdWaits.Trigger(index: context.index, limitMs: limit, facts: context.facts),
      isReused: context.evaluation.concernsReusedName(context.index))
    for waiter in waiters {
      let slot = context.session.ads[waiter.ad].slot.known
      held.wait(
        waiter, unit: context.session.slots[slot].unit, in: context.facts.scene)
    }
  }

  /// More runs than a session of an app has.
  private static var someRuns: Int { 10_000 }

  /// Settles the triggers that an event answers: for every ad of its slot, or for its ad.
  fileprivate mutating func answerHeldAds(
    _ context: EvaluationContext, isOfSlot: Bool, _ expected: HeldAdAnswer
  ) {
    guard held.isUsed else { return }
    let runs: [HeldAdWaits.Run]
    if isOfSlot {
      runs = held.take(unit: context.event.unit, scene: context.facts.scene)
    } else if let ad = context.ad {
      runs = held.take(ad)
    } else {
      return
    }
    for run in runs { answer(run, context, expected) }
  }

  private mutating func answer(
    _ run: HeldAdWaits.Run, _ context: EvaluationContext, _ expected: HeldAdAnswer
  ) {
    guard let scene = held.scenes[run.scene] else { return }
    for trigger in scene.triggers[countAnswered(run, scene, context)] {
      let passed = context.session.time.greatest(from: trigger.index, to: context.index)
      let isMissed = passed > trigger.limitMs && doubt == nil
      if isMissed && countUnlisted(trigger, [run.waiter], expected, context.evaluation) { continue }
      settle(
        context.evaluation.obligation(trigger, run.waiter, expected), answer: context.index,
        in: context.evaluation, message: expected.message)
    }
  }

  /// Counts the last triggers of a run if they are answered in time; returns the others.
  private mutating func countAnswered(
    _ run: HeldAdWaits.Run, _ scene: HeldAdWaits.Scene, _ context: EvaluationContext
  ) -> Range<Int> {
    if doubt != nil || !scene.isUniform || context.evaluation.logsKept { return run.triggers }
    let answered = run.triggers.partition { position in
      let trigger = scene.triggers[position]
      let passed = context.session.time.greatest(from: trigger.index, to: context.index)
      return passed <= trigger.limitMs
    }
    if !run.waiter.isPerhaps { activations &+= run.triggers.upperBound - answered }
    return run.triggers.lowerBound..<answered
  }

  /// Settles what ads wait for at the end of the session.
  fileprivate mutating func settleHeldAds(in evaluation: Evaluation, _ expected: HeldAdAnswer) {
    held.forEach { trigger, waiters in
      var left = waiters
      while let first = left.first {
        let alike = left.filter { $0.isAlike(first) }
        left.removeAll { $0.isAlike(first) }
        if countUnlisted(trigger, alike, expected, evaluation) { continue }
        for waiter in alike {
          settle(
            evaluation.obligation(trigger, waiter, expected), answer: nil, in: evaluation,
            message: expected.message)
        }
      }
    }
  }

  /// Counts the activations of a trigger that was not answered in time, by ads that are alike, if
  /// their findings would not be listed; else returns false.
  private mutating func countUnlisted(
    _ trigger: HeldAdWaits.Trigger, _ waiters: [HeldAdWaits.Waiter], _ expected: HeldAdAnswer,
    _ evaluation: Evaluation
  ) -> Bool {
    guard let first = waiters.first, first.doubt == nil,
      let violation = violation(trigger, first, expected, evaluation)
    else {
      return countUndecided(
        waiters.count, from: evaluation.event(trigger.index).seq, in: evaluation.trace)
    }
    return countViolations(waiters.count, like: violation, in: evaluation.trace)
  }

  /// The violation by an ad whose deadline passed, without its sentence; nil if its records other
  /// than those of the ad leave it none.
  private func violation(
    _ trigger: HeldAdWaits.Trigger, _ waiter: HeldAdWaits.Waiter, _ expected: HeldAdAnswer,
    _ evaluation: Evaluation
  ) -> Violation? {
    let time = evaluation.session.time
    let beyond = time.firstRecord(after: trigger.index, beyond: trigger.limitMs)
    guard let beyond, beyond < time.firstGap(after: trigger.index) ?? .max else { return nil }
    let proof = evaluation.fitProof(beyond, unfit: .unknown)
    let from = evaluation.event(trigger.index).t
    var violation = Violation(
      witness: [trigger.index, proof], certainAt: beyond, because: "",
      missing: .init(kind: expected.missing, fromT: from, toT: from))
    if !settled(.violated(violation), of: trigger.index, in: evaluation).isViolated { return nil }
    violation.witness = Evaluation.sorted(evaluation.witness(of: waiter) + violation.witness)
    return violation
  }
}

extension Evaluation {
  /// The records of an ad that waits.
  fileprivate func witness(of waiter: HeldAdWaits.Waiter) -> [Int] {
    [waiter.load] + sceneSource(waiter.load)
  }

  /// The format that the records of an ad that waits name.
  fileprivate func format(ofLoad load: Int) -> Word {
    let format = event(load).format
    return format.isKnown ? format : sceneSource(load).first.map { event($0).format } ?? .absent
  }

  /// The obligation of a ready ad since a trigger.
  fileprivate func obligation(
    _ trigger: HeldAdWaits.Trigger, _ waiter: HeldAdWaits.Waiter, _ expected: HeldAdAnswer
  ) -> Obligation {
    var obligation = Obligation(
      trigger: trigger.index, limitMs: trigger.limitMs, key: expected.key, doubt: waiter.doubt,
      witness: witness(of: waiter))
    obligation.wait.isPerhaps = waiter.isPerhaps
    obligation.missing = expected.missing
    obligation.facts = trigger.facts
    obligation.facts.ad = OptionalIndex(waiter.ad)
    return obligation
  }
}

extension EvaluationContext {
  /// The ads that are ready in the event's scene, or can be; nil where too many are held.
  fileprivate var heldAds: [HeldAdWaits.Waiter]? {
    let own = heldAds(in: facts.scene)
    // An ad whose scene only a lost record names can be in this one.
    let mayHideScene = facts.scene.isPresent && hasGap(since: .none)
    let unplaced = mayHideScene ? heldAds(in: .absent) : []
    if max(own.count, unplaced.count) > Session.mostHeldAds { return nil }
    return (own + unplaced.filter { session.ads[$0].isSceneUncertain }).compactMap { waiter($0) }
  }

  /// The ads of a scene that can be ready at the event, and at most one more than are judged.
  private func heldAds(in scene: Symbol) -> [Int] {
    guard let scene = session.sceneNumber(scene) else { return [] }
    return session.heldAds(in: scene, atMost: Session.mostHeldAds + 1) { !isTooOldInAnyFormat($0) }
  }

  /// A held ad, if it is ready or can be: young enough, and without a gap since its load.
  private func waiter(_ ad: Int) -> HeldAdWaits.Waiter? {
    let state = session.ads[ad]
    guard let key = Session.maxAgeKey(state.format) else { return nil }
    let load = state.loadedIndex.known
    var waiter = HeldAdWaits.Waiter(ad: ad, load: load, format: evaluation.format(ofLoad: load))
    if let maxAge = milliseconds(key) {
      if elapsed(since: state.loadedIndex) >= maxAge { return nil }
      if evaluation.concernsReusedName(load) { waiter.doubt = .unknown }
      if hasGap(since: state.loadedIndex) { waiter.doubt = .gap }
    } else {
      waiter.doubt = .unknown
    }
    if state.isSceneUncertain {
      waiter.doubt = .gap
      waiter.isPerhaps = true
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

  /// The ad of an obligation in a message: `interstitial ad a-3`.
  fileprivate var heldAdName: String {
    adState?.loadedIndex.index.map { adName(at: $0) } ?? "the ad"
  }
}
