internal import AdSession

extension Pattern {
  /// A banner of a slot that its view replaces by itself was loaded long enough ago.
  static func refreshesSlowly() -> Pattern {
    Pattern([.kind(.adLoaded)]) { context, state in
      if context.isRepeatedLoad || context.isOfOtherSDK { return }
      if context.isSceneUnsure { return state.report(.undecided(.gap), of: context) }
      let slot = CorrelationKey.slot.key(context)
      let before = (state.lists[slot] ?? []).filter { !context.wasRemoved(bannerAt: $0) }
      let views = before.count { !context.wasDiscarded(adAt: $0) }
      let isReplaced = context.isRefresh && views < 2
      state.lists[slot] = (isReplaced ? [] : before.suffix(Session.mostHeldAds)) + [context.index]
      guard views < 2, let last = before.last else { return }
      if let judgement = context.judgeRefresh(since: last) { state.report(judgement, of: context) }
    }
  }
}

extension EvaluationContext {
  fileprivate func judgeRefresh(since last: Int) -> Judgement? {
    if !isRefresh && !hasLostRequest { return nil }
    guard let limit = milliseconds(.bannerRefreshSeconds) else { return .undecided(.unknown) }
    let asked = (request(of: index), request(of: last))
    let passed = event(at: asked.0 ?? index).t - event(at: asked.1 ?? last).t
    let hidden = lastHidden(of: event.unit) { $0.load }
    if passed >= limit - 1000 {
      let isHidden = hidden > EventIndex(last) && elapsed(since: hidden) < limit
      return isHidden ? .undecided(.gap) : isRefresh ? .kept : nil
    }
    guard let own = asked.0, let earlier = asked.1, earlier < own, lastResize < EventIndex(earlier)
    else { return hidden.isPresent ? .undecided(.gap) : nil }
    if hidden.isPresent { return .undecided(.gap) }
    let limitText = "(limit \(ReadableDuration.text(limit)), banner_refresh_s)"
    return violation(
      "\(slotName) was refreshed \(ReadableDuration.text(passed)) after its last request \(limitText)",
      witness: [earlier, last, own], policy: [.bannerRefreshSeconds],
      measured: Double(passed) / 1000)
  }

  /// The `ad.requested` of an `ad.loaded`; nil where it is not seen.
  private func request(of loaded: Int) -> Int? {
    session.requestNumber(event(at: loaded).request).flatMap {
      session.requests[$0].requestedIndex.index
    }
  }

  /// Whether the header names another SDK than Google's.
  fileprivate var isOfOtherSDK: Bool { session.header != nil && !evaluation.isGoogle }

  /// Whether the ad of a load was discarded for another reason than that a refresh replaced it.
  fileprivate func wasRemoved(bannerAt loaded: Int) -> Bool {
    let ad = session.adNumber(event(at: loaded).ad)
    guard let discarded = ad.flatMap({ session.facts.last(.discarded, of: $0) }) else {
      return false
    }
    return discarded > loaded && event(at: discarded).reason != .replaced
  }
}
