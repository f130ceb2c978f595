internal import AdSession

extension Pattern {
  /// Absence of a sequence: no request follows three banners of its slot that were thrown away one
  /// after the other.
  static func bannersAreKept() -> Pattern {
    Pattern([.kind(.adLoaded), .kind(.adRequested)]) { context, state in
      let slot = CorrelationKey.slot.key(context)
      let loads = state.lists[slot] ?? []
      if context.event.kind == .adLoaded {
        if context.isRepeatedLoad || context.isSceneUnsure { return }
        state.lists[slot] = loads.suffix(2) + [context.index]
      } else if ![.refresh, .resized, .config, .user].contains(context.event.reason) {
        state.report(context.judgeBanners(loads), of: context)
      }
    }
  }
}

extension EvaluationContext {
  /// The judgement of a request; `loads` are the last three banners of its slot, oldest first.
  fileprivate func judgeBanners(_ loads: [Int]) -> Judgement {
    if isSceneUnsure { return .undecided(.gap) }
    let hidden = lastHidden(of: event.unit) { max($0.load, $0.failure) }
    let failed = slotState?.lastFailure ?? .none
    let seen = loads.filter { EventIndex($0) >= hidden && EventIndex($0) > failed }
    let isDecided = seen.count > 2 || hidden.isAbsent || failed >= hidden
    guard let discards = discards(ofThrownAway: seen), seen.count > 2 || !isDecided else {
      return .kept
    }
    guard let limit = milliseconds(.bannerRefreshSeconds) else { return .undecided(.unknown) }
    if !isDecided {
      let isLong = seen.last.map { event(at: $0).t - event(at: hidden).t >= limit } ?? false
      return isLong ? .kept : .undecided(.gap)
    }
    let passed = event(at: seen[2]).t - event(at: seen[0]).t
    if passed >= limit { return .kept }
    let scenes = session.hasScenes ? seen.flatMap(evaluation.sceneSource) : []
    return violation(
      "\(slotName) was requested again after 3 of its banners were loaded within \(ReadableDuration.text(passed)) and thrown away (limit \(ReadableDuration.text(limit)), banner_refresh_s)",
      witness: seen + discards + scenes, policy: [.bannerRefreshSeconds],
      measured: Double(passed) / 1000)
  }

  /// The `ad.discarded` of each of these banners; nil if one was kept while the next one was
  /// loaded, or was discarded for a reason that the app cannot avoid.
  private func discards(ofThrownAway loads: [Int]) -> [Int]? {
    let kept: [Word] = [.replaced, .resized, .sceneClosed, .memory, .expired]
    var discards: [Int] = []
    for (number, load) in loads.enumerated() {
      let ad = session.adNumber(event(at: load).ad)
      guard let discarded = ad.flatMap({ session.facts.first(.discarded, of: $0) }),
        discarded > load, discarded < (number + 1 < loads.count ? loads[number + 1] : index),
        !kept.contains(event(at: discarded).reason)
      else { return nil }
      discards.append(discarded)
    }
    return discards
  }
}
