import AdSession

extension EvaluationContext {
  /// The judgement that every ad that came up is gone, or came up less than `stuck_ad_s` ago.
  ///
  /// An ad is gone if another one replaced it in its scene. O(scenes).
  public var stuckAd: Judgement {
    guard let limit = milliseconds(.stuckAdSeconds) else { return .undecided(.unknown) }
    let unplaced = session.shows.unplacedShow
    lazy var latest = lastShows
    var isUncertain =
      canHideStuckAd(limit) || mayHaveStuckAd(limit) || mayHaveUnplacedAd(limit)
    var last = EventIndex.none
    for scene in session.scenes.indices {
      guard let ad = session.scenes[scene].upAd.index else { continue }
      let shown = session.scenes[scene].upSince.known
      if session.isGone(ad, since: shown) { continue }
      if canBeUp(ad, before: shown, for: limit) { isUncertain = true }
      if session.time.greatest(from: shown, to: index) < limit { continue }
      let isCertain = session.time.least(from: shown, to: index) >= limit
      // An ad in an unknown scene is certainly up if no other ad came up since in any scene.
      let isPlaced = shown > unplaced && !canBeElsewhere(ad)
      let isHere =
        isPlaced
        || max(Self.lastShow(in: latest, ofOtherThan: ad), unplacedShow(ofOtherThan: ad)) < shown
      if isCertain && !hasGap(since: shown) && isHere { last = max(last, EventIndex(shown)) }
      isUncertain = true
    }
    if let last = last.index { return stuck(since: last) }
    return isUncertain ? .undecided(.gap) : .kept
  }

  /// The last show in an unknown scene of another ad; the ad does not replace itself.
  private func unplacedShow(ofOtherThan ad: Int) -> EventIndex {
    session.shows.lastUnplaced(ofOtherThan: session.ads[ad].ad)
  }

  /// The last shows of the two full-screen ads that came up last, the latest first.
  ///
  /// O(ads).
  private var lastShows: [(ad: Int, index: EventIndex)] {
    var last: [(ad: Int, index: EventIndex)] = []
    for ad in session.ads.indices where session.ads[ad].format.isFullScreen {
      guard let shown = session.facts.last(.shown, of: ad) else { continue }
      last.append((ad, EventIndex(shown)))
      last.sort { $0.index > $1.index }
      if last.count > 2 { last.removeLast() }
    }
    return last
  }

  private static func lastShow(
    in latest: [(ad: Int, index: EventIndex)], ofOtherThan ad: Int
  ) -> EventIndex {
    latest.first { $0.ad != ad }?.index ?? .none
  }

  /// Whether a gap can hide an earlier show of an ad in another scene.
  private func canBeElsewhere(_ ad: Int) -> Bool {
    session.namesScenes && session.ads[ad].hasUncertainShow
  }

  /// Whether a gap can hide an earlier show of an ad that is at least `limit` back.
  private func canBeUp(_ ad: Int, before shown: Int, for limit: Int64) -> Bool {
    guard hasGaps else { return false }
    let loaded = session.ads[ad].loadedIndex
    // A load after the show does not prove that the ad had no earlier event.
    let start = max(loaded < shown ? loaded : .none, lastShow(ofOtherThan: ad))
    guard let gap = session.time.firstGap(after: start), gap <= shown else { return false }
    return session.time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

  /// The last show of another ad, if there is only one scene; none where no show is certain.
  ///
  /// O(ads), for one ad per session.
  private func lastShow(ofOtherThan ad: Int) -> EventIndex {
    if mayHaveScenes { return .none }
    let last = Self.lastShow(in: lastShows, ofOtherThan: ad)
    return session.shows.unplacedShow < last ? last : .none
  }

  /// Whether a gap can hide the show of an ad that is stuck.
  private func canHideStuckAd(_ limit: Int64) -> Bool {
    guard hasGaps, let gap = session.time.firstGap(after: lastReplacement),
      gap <= index
    else { return false }
    return session.time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

  /// Whether content that seems to follow a click can be an ad that is stuck.
  private func mayHaveStuckAd(_ limit: Int64) -> Bool {
    if session.shows.unplacedShow <= lastReplacement { return false }
    return session.ads.indices.contains { ad in
      let shown = session.ads[ad].vagueShow
      return shown > lastReplacement && !session.isGone(ad, since: shown)
        && session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// Whether an ad can be stuck whose scene only a later `ad.loaded` names.
  ///
  /// When it came up its scene was unknown, so that no other show certainly replaced it.
  private func mayHaveUnplacedAd(_ limit: Int64) -> Bool {
    guard session.namesScenes, session.shows.unplacedShow.isPresent else { return false }
    return session.ads.indices.contains { ad in
      guard let shown = session.facts.last(.shown, of: ad),
        evaluation.namesSceneLater(evaluation.event(shown), at: shown),
        !session.isGone(ad, since: shown)
      else { return false }
      return session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// The last show that certainly replaced every other ad; in a single scene, each show does.
  private var lastReplacement: EventIndex {
    mayHaveScenes ? .none : session.scenes.lazy.map { $0.lastShow }.min() ?? .none
  }

  private var mayHaveScenes: Bool { session.namesScenes || isMultiScene != false }

  private func stuck(since shown: Int) -> Judgement {
    let passed = session.time.least(from: shown, to: index)
    let limit = ReadableDuration.text(milliseconds(.stuckAdSeconds) ?? 0)
    return violation(
      """
      \(adName(at: shown)) had been on screen for \(ReadableDuration.text(passed)) when the session ended \
      (limit \(limit), \(PolicyKey.stuckAdSeconds.name))
      """, witness: [shown], policy: [.stuckAdSeconds], measured: Double(passed) / 1000)
  }
}
