internal import AdSession

extension EvaluationContext {
  /// Whether any ad is shown or pending in any scene; yes names the event that shows it.
  ///
  /// O(scenes); for what is asked once a session.
  var hasAnyFullScreen: Truth {
    var doubt: Doubt?
    for scene in session.scenes.indices {
      for fact in [showsAd(in: scene), waitsForAd(in: scene)] {
        if case .yes = fact { return fact }
        if case .unknown(let why) = fact, doubt == nil { doubt = why }
      }
    }
    if let doubt { return .unknown(doubt) }
    let shows = session.shows
    let unseen: [(PolicyKey, Int)] = [
      (.dismissTimeoutSeconds, shows.unplacedShow), (.presentOutcomeSeconds, shows.unplacedRequest),
    ]
    let gap = session.time.lastGap(before: index) ?? -1
    for (key, unplaced) in unseen where max(gap, unplaced) >= 0 {
      guard let limit = milliseconds(key) else { return .unknown(.unknown) }
      let passed = session.time.least(from: max(gap, unplaced), to: index)
      if passed <= limit { return .unknown(.gap) }
    }
    return .no
  }

  private func showsAd(in scene: Int) -> Truth {
    let state = session.scenes[scene]
    if state.shownAd < 0 { return .no }
    let isUp = within(.dismissTimeoutSeconds, of: state.lastShow)
    let mayBeOver =
      session.shows.unplacedShow > state.lastShow
      || session.ads[state.shownAd].hasUncertainShow
    if !mayBeOver || isUp == .no { return isUp }
    let isUpStill = session.isUpEitherWay(ad: state.shownAd, at: index)
    return isUpStill ? .yes(state.lastShow) : .unknown(.gap)
  }

  private func waitsForAd(in scene: Int) -> Truth {
    session.lastPending(in: scene, otherThan: nil).map(isPending) ?? .no
  }
}
