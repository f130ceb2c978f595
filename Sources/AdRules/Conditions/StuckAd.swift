import AdSession

extension EvaluationContext {
  /// The judgement that every ad that came up is gone, or came up less than `stuck_ad_s` ago.
  ///
  /// An ad is gone if another one replaced it in its scene. O(scenes).
  public var stuckAd: Judgement {
    guard let limit = milliseconds(.stuckAdSeconds) else {
      return hasShow || canHideStuckAd(0) ? .undecided(.unknown) : .kept
    }
    var isOpen = canHideStuckAd(limit) || mayHaveUnsureAd(limit)
    var last = EventIndex.none
    for scene in session.scenes.indices {
      guard let ad = session.scenes[scene].upAd.index else { continue }
      let shown = session.scenes[scene].upSince.known
      if session.isGone(ad, since: shown) || session.scenes[scene].uncovered > shown { continue }
      let other = session.scenes[scene].shownBefore
      if canBeUp(ad, between: other, and: shown, for: limit) { isOpen = true }
      if session.time.greatest(from: shown, to: index) < limit { continue }
      if isCertainlyUp(ad, in: scene, since: shown, for: limit) {
        last = max(last, EventIndex(shown))
      }
      isOpen = true
    }
    if let last = last.index { return stuck(since: last) }
    return isOpen ? .undecided(whyHidden) : .kept
  }

  /// Whether an ad has certainly been up for at least `limit`, and no other ad can have replaced
  /// it.
  private func isCertainlyUp(_ ad: Int, in scene: Int, since shown: Int, for limit: Int64) -> Bool {
    session.time.least(from: shown, to: index) >= limit && !hasGap(since: shown)
      && !(isUnknown(session.scenes[scene].scene) && hasOtherShow(than: ad, since: shown))
      && !session.mayBeUncovered(session.scenes[scene], since: shown)
      && session.shows.unsure.lastShow(ofOtherThan: session.ads[ad].ad) < shown
  }

  /// Whether another ad came up since in any scene; O(scenes).
  private func hasOtherShow(than ad: Int, since shown: Int) -> Bool {
    session.scenes.contains { $0.lastShow > shown && $0.upAd != ad }
  }

  /// Whether a gap can hide an earlier show of an ad that is at least `limit` back.
  private func canBeUp(
    _ ad: Int, between other: EventIndex, and shown: Int, for limit: Int64
  ) -> Bool {
    let loaded = session.ads[ad].loadedIndex
    // A load after the show does not prove that the ad had no earlier event.
    let start = max(loaded < shown ? loaded : .none, other)
    guard let gap = session.time.firstGap(after: start), gap <= shown else { return false }
    return longest(sinceGap: gap) >= limit
  }

  /// Whether a full-screen ad came up.
  private var hasShow: Bool { session.scenes.contains { $0.lastShow.isPresent } }

  /// Whether a gap can hide the show of an ad that is stuck.
  private func canHideStuckAd(_ limit: Int64) -> Bool {
    guard let gap = session.time.firstGap(after: lastReplacement), gap <= index else {
      return false
    }
    return longest(sinceGap: gap) >= limit
  }

  /// Whether what came up, of its own or after a click, or in an unknown scene, can be stuck.
  private func mayHaveUnsureAd(_ limit: Int64) -> Bool {
    if session.shows.unsure.show <= lastReplacement { return false }
    return session.ads.indices.contains { ad in
      let shown = max(
        session.ads[ad].unsureShow, EventIndex(session.facts.last(.shown, of: ad)))
      return shown > lastReplacement && !session.isGone(ad, since: shown)
        && session.time.greatest(from: shown, to: index) >= limit
    }
  }

  /// The last record since which no earlier ad is up; in a single scene, each show replaces every
  /// other ad.
  private var lastReplacement: EventIndex {
    guard !session.hasScenes, let scene = session.scenes.first else { return .none }
    return max(scene.lastShow, scene.uncovered)
  }

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
