import AdSession

extension Moment {
  /// Whether every ad that came up is gone again, or came up only a moment ago.
  ///
  /// An ad that another one replaced in its scene is gone. O(scenes).
  public var stuckAd: Judgement {
    guard let limit = milliseconds(.stuckAdSeconds) else { return .undecided(.unknown) }
    let unplaced = run.session.shows.unplacedShow
    lazy var latest = latestShow
    var isUncertain =
      canHideStuckAd(limit) || mayHaveStuckAd(limit) || mayHaveUnplacedAd(limit)
    var last = -1
    for scene in run.session.scenes.indices where run.session.scenes[scene].upAd >= 0 {
      let shown = run.session.scenes[scene].upSince
      let ad = run.session.scenes[scene].upAd
      if run.session.isGone(ad, since: shown) { continue }
      if canBeUp(ad, before: shown, for: limit) { isUncertain = true }
      if run.session.time.greatest(from: shown, to: index) < limit { continue }
      let isCertain = run.session.time.least(from: shown, to: index) >= limit
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
    run.session.shows.lastUnplaced(ofOtherThan: run.session.ads[ad].ad)
  }

  /// The last show in any scene; it is asked for only where a gap hides scenes.
  private var latestShow: Int { run.session.scenes.lazy.map(\.lastShow).max() ?? -1 }

  /// Whether a gap can hide that an ad came up before it was seen to, and in another scene.
  private func canBeElsewhere(_ ad: Int) -> Bool {
    run.session.namesScenes && run.session.ads[ad].hasUncertainShow
  }

  /// Whether a gap can hide that an ad was up before it was seen to come up, so long ago.
  private func canBeUp(_ ad: Int, before shown: Int, for limit: Int64) -> Bool {
    guard run.state.pointee.hasGaps else { return false }
    let loaded = run.session.ads[ad].loadedIndex
    // A load that comes after the show says not that nothing of the ad lies before.
    let start = max(loaded < shown ? loaded : -1, lastShow(ofOtherThan: ad))
    guard let gap = run.session.time.firstGap(after: start), gap <= shown else { return false }
    return run.session.time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

  /// The last show of another ad, where there is one scene alone; -1: none is certain.
  ///
  /// It is asked of one ad then, in O(ads).
  private func lastShow(ofOtherThan ad: Int) -> Int {
    if mayHaveScenes { return -1 }
    let last =
      run.session.ads.indices.lazy
      .filter { $0 != ad && run.session.ads[$0].format.isFullScreen }
      .map { run.session.facts.last(.shown, of: $0) ?? -1 }.max() ?? -1
    return run.session.shows.unplacedShow < last ? last : -1
  }

  /// A gap can hide an ad that came up.
  private func canHideStuckAd(_ limit: Int64) -> Bool {
    guard run.state.pointee.hasGaps, let gap = run.session.time.firstGap(after: lastReplacement),
      gap <= index
    else { return false }
    return run.session.time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

  /// What came up may be the ad itself, for all that a gap hides, and no content of its click.
  private func mayHaveStuckAd(_ limit: Int64) -> Bool {
    if run.session.shows.unplacedShow <= lastReplacement { return false }
    return run.session.ads.indices.contains { ad in
      let shown = run.session.ads[ad].vagueShow
      return shown > lastReplacement && !run.session.isGone(ad, since: shown)
        && run.session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// An ad whose scene only its birth says, which came later, was replaced by none for all that is
  /// known of scenes when it came up.
  private func mayHaveUnplacedAd(_ limit: Int64) -> Bool {
    guard run.session.namesScenes, run.session.shows.unplacedShow >= 0 else { return false }
    return run.session.ads.indices.contains { ad in
      guard let shown = run.session.facts.last(.shown, of: ad),
        run.namesSceneLater(run.event(shown), at: shown), !run.session.isGone(ad, since: shown)
      else { return false }
      return run.session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// The last show that replaced whatever was up: where there is one scene alone, each does; -1: none.
  private var lastReplacement: Int {
    mayHaveScenes ? -1 : run.session.scenes.map(\.lastShow).min() ?? -1
  }

  private var mayHaveScenes: Bool { run.session.namesScenes || isMultiScene != false }

  private func stuck(since shown: Int) -> Judgement {
    let passed = run.session.time.least(from: shown, to: index)
    let limit = Duration.text(milliseconds(.stuckAdSeconds) ?? 0)
    return violation(
      """
      \(adName(at: shown)) had been up for \(Duration.text(passed)) when the session ended \
      (limit \(limit), \(PolicyKey.stuckAdSeconds.name))
      """, witness: [shown], policy: [.stuckAdSeconds], measured: Double(passed) / 1000)
  }
}
