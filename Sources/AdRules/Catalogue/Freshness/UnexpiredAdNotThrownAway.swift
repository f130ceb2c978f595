import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/unexpired-ad-not-thrown-away`.
  public static let unexpiredAdNotThrownAway = Rule(
    "unexpired-ad-not-thrown-away", .freshness, .warning, .fullScreen,
    observes: [.load, .present],
    policy: [.coverSeconds, .appOpenMaxAgeSeconds, .fullScreenMaxAgeSeconds],
    "A slot that still has a ready ad does not request another one.",
    precise: """
      at ad.requested(slot): no ready ad of the slot, and the last ad.discarded of the slot was not \
      at most cover_s (t) ago, with reason ∉ {shown, expired, resized, scene_closed, memory}, of an \
      ad that was ready before it and younger than half of its maximum age, unless reason ∈ \
      {resized, config}
      """,
    notes: """
      A request of the reasons `resized` and `config` is kept. "Ready ad of the slot" is of any \
      full-screen format. The ad that the request itself will deliver is not loaded yet. An ad that \
      is discarded right before the request was thrown away as well. A lost record between its load \
      and its discard, or a lost discard at most `cover_s` ago, leaves that undecided.
      """,
    actor: .app,
    remedy: """
      Before you load, check whether the slot holds an ad that is fresh and not yet shown. If it \
      does, keep that ad and skip the request.
      """,
    links: [.appOpenAdsIOS],
    .at(.kind(.adRequested)) { context in
      if context.event.reason == .resized || context.event.reason == .config { return .kept }
      return context.hasReadyAdInItsSlot().or(context.justThrewAdAway).forbids { shown in
        if context.event(at: shown).kind == .adDiscarded { return context.replacement(of: shown) }
        let ad = context.text(context.event(at: shown).ad)
        return context.violation(
          "\(context.slotName) was requested again while ad \(ad) was ready",
          witness: [shown.known] + context.sceneWitness(ofLoaded: shown.known))
      }
    }
  )
}

extension EvaluationContext {
  /// Whether the last discard of its slot, a moment ago, was of a ready and young ad; yes has that
  /// `ad.discarded`.
  fileprivate var justThrewAdAway: Truth {
    if isSceneUnsure { return .unknown(.gap) }
    let cover = milliseconds(.coverSeconds)
    let last = slotState?.lastDiscarded ?? .none
    let hidden = lastHidden(of: event.unit) { $0.discard }
    let isAnotherHidden = hidden > last && elapsed(since: hidden) <= cover ?? .max
    guard last.isPresent, elapsed(since: last) <= cover ?? .max else {
      return Truth.no.unless(isAnotherHidden)
    }
    let isUnsure = cover == nil && elapsed(since: last) > 0
    let answer = wasReady(discardedAt: last.known).unless(isAnotherHidden)
    return answer == .no ? .no : answer.unless(isUnsure, .unknown)
  }

  /// Whether an ad was ready and younger than half of its maximum age when it was discarded without
  /// a good reason; yes has that `ad.discarded`.
  private func wasReady(discardedAt discarded: Int) -> Truth {
    let discard = event(at: discarded)
    switch discard.reason {
    case .shown, .expired, .resized, .sceneClosed, .memory: return .no
    default: break
    }
    guard let ad = session.adNumber(discard.ad), let loaded = session.ads[ad].loadedIndex.index,
      loaded < discarded, let key = Session.maxAgeKey(session.ads[ad].format)
    else { return .no }
    let uses: [AdFact] = [.presentRequested, .shown, .failedToPresent, .expired, .discarded]
    if uses.contains(where: { session.facts.first($0, of: ad) ?? discarded < discarded }) {
      return .no
    }
    guard let oldest = milliseconds(key) else { return .unknown(.unknown) }
    let age = discard.t - event(at: loaded).t
    if age >= oldest - age { return .no }
    return Truth.yes(discarded).unless(session.time.hasGap(after: loaded, before: discarded))
  }

  /// The violation of a request that replaces an ad which was just thrown away.
  fileprivate func replacement(of discarded: EventIndex) -> Judgement {
    let ad = session.adNumber(event(at: discarded).ad).map { session.ads[$0] }
    let loaded = ad?.loadedIndex.index ?? index
    let key = Session.maxAgeKey(event(at: loaded).format) ?? .fullScreenMaxAgeSeconds
    let age = event(at: discarded).t - event(at: loaded).t
    return violation(
      """
      \(slotName) was requested again \(ReadableDuration.text(elapsed(since: discarded))) after \
      \(adName(at: loaded)) was discarded unused at the age of \(ReadableDuration.text(age)) \
      (limit \(ReadableDuration.text((milliseconds(key) ?? 0) / 2)), half of \(key.name))
      """,
      // Without the discard, the ad is ready, and the request breaks the rule as well.
      witness: [loaded] + sceneWitness(ofLoaded: loaded),
      policy: [.coverSeconds, key], measured: Double(age) / 1000)
  }
}
