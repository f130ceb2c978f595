internal import AdSession

extension Moment {
  /// Whether any ad is shown or pending in any scene; yes names the event that shows it.
  ///
  /// O(scenes); for what is asked once a session.
  var hasAnyFullScreen: Truth {
    var doubt: Doubt?
    for scene in run.session.scenes.indices {
      for fact in [showsAd(in: scene), waitsForAd(in: scene)] {
        if case .yes = fact { return fact }
        if case .unknown(let why) = fact, doubt == nil { doubt = why }
      }
    }
    let shows = run.session.shows
    let gap = run.session.time.lastGap(before: index) ?? -1
    let unseen = max(gap, shows.unplacedShow, shows.unplacedRequest)
    if doubt == nil, unseen >= 0 {
      guard let shown = milliseconds(.dismissTimeoutSeconds) else { return .unknown(.unknown) }
      if run.session.time.least(from: unseen, to: index) <= shown { doubt = .gap }
    }
    return doubt.map(Truth.unknown) ?? .no
  }

  private func showsAd(in scene: Int) -> Truth {
    let state = run.session.scenes[scene]
    return state.shownAd < 0 ? .no : within(.dismissTimeoutSeconds, of: state.lastShow)
  }

  private func waitsForAd(in scene: Int) -> Truth {
    run.session.lastPending(in: scene, otherThan: nil).map(isPending) ?? .no
  }
}
