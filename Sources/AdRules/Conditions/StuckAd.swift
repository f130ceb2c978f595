import AdSession

extension EvaluationContext {
  /// Whether every ad that came up is gone again, or came up only a moment ago.
  ///
  /// An ad that another one replaced in its scene is gone. O(scenes).
  public var stuckAd: Judgement {
    guard let limit = milliseconds(.stuckAdSeconds) else { return .undecided(.unknown) }
    let unplaced = session.shows.unplacedShow
    lazy var latest = latestShow
    var isUncertain =
      canHideStuckAd(limit) || mayHaveStuckAd(limit) || mayHaveUnplacedAd(limit)
    var last = -1
    for scene in session.scenes.indices where session.scenes[scene].upAd >= 0 {
      let shown = session.scenes[scene].upSince
      let ad = session.scenes[scene].upAd
      if session.isGone(ad, since: shown) { continue }
      if canBeUp(ad, before: shown, for: limit) { isUncertain = true }
      if session.time.greatest(from: shown, to: index) < limit { continue }
      let isCertain = session.time.least(from: shown, to: index) >= limit
      // What came up in an unknown scene is up where no other ad came up since in any.
      let isPlaced = shown > unplaced && !canBeElsewhere(ad)
      let isHere = isPlaced || shown == max(latest, unplacedShow(ofOtherThan: ad))
      if isCertain && !hasGap(since: shown) && isHere { last = max(last, shown) }
      isUncertain = true
    }
    if last >= 0 { return stuck(since: last) }
    return isUncertain ? .undecided(.gap) : .kept
  }

  /// What comes up of the ad itself replaces it not, be it content of a click or not.
  private func unplacedShow(ofOtherThan ad: Int) -> Int {
    session.shows.lastUnplaced(ofOtherThan: session.ads[ad].ad)
  }

  /// The last show in any scene; it is asked for only where a gap hides scenes.
  private var latestShow: Int { session.scenes.lazy.map(\.lastShow).max() ?? -1 }

  /// Whether a gap can hide that an ad came up before it was seen to, and in another scene.
  private func canBeElsewhere(_ ad: Int) -> Bool {
    session.namesScenes && session.ads[ad].hasUncertainShow
  }

  /// Whether a gap can hide that an ad was up before it was seen to come up, so long ago.
  private func canBeUp(_ ad: Int, before shown: Int, for limit: Int64) -> Bool {
    guard hasGaps else { return false }
    let loaded = session.ads[ad].loadedIndex
    // A load that comes after the show says not that nothing of the ad lies before.
    let start = max(loaded < shown ? loaded : -1, lastShow(ofOtherThan: ad))
    guard let gap = session.time.firstGap(after: start), gap <= shown else { return false }
    return session.time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

  /// The last show of another ad, where there is one scene alone; -1: none is certain.
  ///
  /// It is asked of one ad then, in O(ads).
  private func lastShow(ofOtherThan ad: Int) -> Int {
    if mayHaveScenes { return -1 }
    let last =
      session.ads.indices.lazy
      .filter { $0 != ad && session.ads[$0].format.isFullScreen }
      .map { session.facts.last(.shown, of: $0) ?? -1 }.max() ?? -1
    return session.shows.unplacedShow < last ? last : -1
  }

  /// A gap can hide an ad that came up.
  private func canHideStuckAd(_ limit: Int64) -> Bool {
    guard hasGaps, let gap = session.time.firstGap(after: lastReplacement),
      gap <= index
    else { return false }
    return session.time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

  /// What came up may be the ad itself, for all that a gap hides, and no content of its click.
  private func mayHaveStuckAd(_ limit: Int64) -> Bool {
    if session.shows.unplacedShow <= lastReplacement { return false }
    return session.ads.indices.contains { ad in
      let shown = session.ads[ad].vagueShow
      return shown > lastReplacement && !session.isGone(ad, since: shown)
        && session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// An ad whose scene only its birth says, which came later, was replaced by none for all that is
  /// known of scenes when it came up.
  private func mayHaveUnplacedAd(_ limit: Int64) -> Bool {
    guard session.namesScenes, session.shows.unplacedShow >= 0 else { return false }
    return session.ads.indices.contains { ad in
      guard let shown = session.facts.last(.shown, of: ad),
        evaluation.namesSceneLater(evaluation.event(shown), at: shown),
        !session.isGone(ad, since: shown)
      else { return false }
      return session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// The last show that replaced whatever was up: where there is one scene alone, each does; -1: none.
  private var lastReplacement: Int {
    mayHaveScenes ? -1 : session.scenes.map(\.lastShow).min() ?? -1
  }

  private var mayHaveScenes: Bool { session.namesScenes || isMultiScene != false }

  private func stuck(since shown: Int) -> Judgement {
    let passed = session.time.least(from: shown, to: index)
    let limit = ReadableDuration.text(milliseconds(.stuckAdSeconds) ?? 0)
    return violation(
      """
      \(adName(at: shown)) had been up for \(ReadableDuration.text(passed)) when the session ended \
      (limit \(limit), \(PolicyKey.stuckAdSeconds.name))
      """, witness: [shown], policy: [.stuckAdSeconds], measured: Double(passed) / 1000)
  }
}
