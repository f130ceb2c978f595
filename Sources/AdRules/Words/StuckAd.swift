import AdSession

extension Moment {
  /// Whether every ad that came up is gone again, or came up only a moment ago.
  ///
  /// An ad that another one replaced in its scene is gone. O(scenes).
  public var stuckAd: Judgement {
    guard let limit = milliseconds(.stuckAdSeconds) else { return .undecided(.unknown) }
    let time = run.session.time
    let unplaced = run.session.shows.unplacedShow
    var isUncertain = canHideStuckAd(limit)
    for scene in run.session.scenes.reversed() where scene.shownAd >= 0 {
      if time.greatest(from: scene.lastShow, to: index) < limit { continue }
      let isCertain = time.least(from: scene.lastShow, to: index) >= limit
      if isCertain && !hasGap(since: scene.lastShow) && scene.lastShow > unplaced {
        return stuck(since: scene.lastShow)
      }
      isUncertain = true
    }
    return isUncertain ? .undecided(.gap) : .kept
  }

  /// A gap can hide an ad that came up, and that one which came up before it went away.
  private func canHideStuckAd(_ limit: Int64) -> Bool {
    let oldest = run.session.scenes.map(\.lastShow).min() ?? -1
    let time = run.session.time
    guard let gap = time.firstGap(after: oldest), gap <= index else { return false }
    return time.greatest(from: max(0, gap - 1), to: index) >= limit
  }

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
