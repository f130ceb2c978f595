internal import AdSession

extension Pattern {
  /// Bounded number: a slot holds the ads of at most `unused_ads` requests.
  ///
  /// - Parameters:
  ///   - condition: Which `ad.loaded` count.
  ///   - replaces: Whether a load takes the place of the one before it.
  ///   - isHeld: Whether the ad of an earlier `ad.loaded` still counts.
  ///   - needsDiscard: Whether only slots with an earlier `ad.discarded` are judged.
  ///   - exemption: What keeps the rule however many there are.
  ///   - message: The beginning of the message, from the number of other requests.
  static func atMostUnused(
    where condition: @escaping @Sendable (EvaluationContext) -> Bool = { _ in true },
    replacing replaces: @escaping @Sendable (EvaluationContext) -> Bool = { _ in false },
    while isHeld: @escaping @Sendable (EvaluationContext, Int) -> Bool,
    onlyWithDiscards needsDiscard: Bool = false,
    unless exemption: @escaping @Sendable (EvaluationContext) -> Truth = { _ in .no },
    message: @escaping @Sendable (EvaluationContext, Int) -> String
  ) -> Pattern {
    Pattern([.kind(.adLoaded)]) { context, state in
      if context.isRepeatedLoad || !condition(context) { return }
      if context.isSceneUnsure { return state.report(.undecided(.gap), of: context) }
      let slot = CorrelationKey.slot.key(context)
      var held = (state.lists[slot] ?? []).filter { isHeld(context, $0) }
      if replaces(context) && !held.isEmpty { held.removeLast() }
      held = held.suffix(Session.mostHeldAds) + [context.index]
      state.lists[slot] = held
      let discarded = context.slotState?.lastDiscarded ?? .none
      if needsDiscard && discarded.isAbsent && !context.hasGap(since: .none) { return }
      let shownBy = needsDiscard ? discarded : .none
      let judgement = context.judgeUnused(held, shownBy, message)
      state.report(exemption(context).exempts(judgement), of: context)
    }
  }
}

extension EvaluationContext {
  /// `held` are the loads that count, this one included, oldest first; `shownBy` is a further
  /// record of the witness.
  fileprivate func judgeUnused(
    _ held: [Int], _ shownBy: EventIndex, _ message: (EvaluationContext, Int) -> String
  ) -> Judgement {
    guard let most = count(.unusedAds) else { return .undecided(.unknown) }
    // What was loaded before a gap can be gone in it.
    var requests: Set<UInt32> = []
    let counted = held.filter {
      lastGap <= EventIndex($0) && requests.insert(event(at: $0).request.id).inserted
    }
    if counted.count <= most {
      return lastHidden(of: event.unit) { $0.load }.isPresent ? .undecided(.gap) : .kept
    }
    let tooMany = counted.suffix(Int(clamping: max(0, most)) + 1) + [shownBy].present
    let scenes = session.hasScenes ? tooMany.flatMap(evaluation.sceneSource) : []
    return violation(
      "\(message(self, counted.count - 1)) (limit \(most), unused_ads)",
      witness: tooMany + scenes, policy: [.unusedAds], measured: Double(counted.count))
  }
}
