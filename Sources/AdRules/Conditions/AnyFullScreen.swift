internal import AdSession

extension EvaluationContext {
  /// Whether any ad is shown or pending in any scene; yes has the event that shows it.
  ///
  /// O(scenes), so only for rules that ask once per session.
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
    let unseen: [(PolicyKey, EventIndex)] = [
      (.dismissTimeoutSeconds, shows.unplacedShow), (.presentOutcomeSeconds, shows.unplacedRequest),
    ]
    let gap = EventIndex(session.time.lastGap(before: index))
    for (key, unplaced) in unseen where max(gap, unplaced).isPresent {
      guard let limit = milliseconds(key) else { return .unknown(.unknown) }
      let passed = session.time.least(from: max(gap, unplaced), to: index)
      if passed <= limit { return .unknown(.gap) }
    }
    return .no
  }

  private func showsAd(in scene: Int) -> Truth {
    let state = session.scenes[scene]
    if state.shownAd.isAbsent { return .no }
    let isUp = within(.dismissTimeoutSeconds, of: state.lastShow)
    let mayBeOver =
      session.shows.unplacedShow > state.lastShow
      || session.ads[state.shownAd].hasUncertainShow
    if !mayBeOver || isUp == .no { return isUp }
    let isUpStill = session.isUpEitherWay(ad: state.shownAd.known, at: index)
    return isUpStill ? .yes(state.lastShow) : .unknown(.gap)
  }

  private func waitsForAd(in scene: Int) -> Truth {
    session.lastPending(in: scene, otherThan: nil).map(isPending) ?? .no
  }
}
