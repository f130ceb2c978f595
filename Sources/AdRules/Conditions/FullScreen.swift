import AdSession

extension EvaluationContext {
  /// Whether another ad is shown or pending in its scene; yes names the event that shows it.
  public var hasOtherFullScreen: Truth {
    let scene = session.sceneNumber(facts.scene)
    if facts.isSceneUncertain { return .unknown(.gap) }
    var doubt: Doubt?
    for fact in [pendingOther(scene), shownOther(scene), unplacedOther, hiddenOther] {
      if case .yes = fact { return fact }
      if case .unknown(let why) = fact, doubt == nil { doubt = why }
    }
    return doubt.map(Truth.unknown) ?? .no
  }

  /// Whether an ad may be shown or pending whose scene only a lost record could tell.
  private var unplacedOther: Truth {
    let (show, request) = (session.shows.unplacedShow, session.shows.unplacedRequest)
    let mayBeThere =
      (show >= 0 && !isUnplacedShowGone && within(.dismissTimeoutSeconds, of: show) != .no)
      || (request >= 0 && !isSettled(request)
        && within(.presentOutcomeSeconds, of: request) != .no)
    return mayBeThere ? .unknown(hasGaps ? .gap : .unknown) : .no
  }

  /// Whether an ad that was asked to show in several scenes waits in none, or is its own; where nothing
  /// is lost, that alone leaves open where one waits.
  private func isSettled(_ request: Int) -> Bool {
    guard !hasGaps else { return false }
    let asked = session.adNumber(event(at: request).ad)
    return asked == ad || asked.map { session.ads[$0].pendingScene < 0 } ?? true
  }

  /// Whether the ad is gone that may have come up where nobody knows; where there are scenes, another
  /// one can have come up so before it.
  private var isUnplacedShowGone: Bool {
    let shows = session.shows
    guard let ad = session.adNumber(shows.unplacedAd),
      session.isGone(ad, since: shows.unplacedShow)
    else { return false }
    return !session.namesScenes || shows.unplacedBefore < 0
      || within(.dismissTimeoutSeconds, of: shows.unplacedBefore) == .no
  }

  private func shownOther(_ scene: Int?) -> Truth {
    guard let scene = scene.map({ session.scenes[$0] }), scene.shownAd >= 0, scene.shownAd != ad
    else { return .no }
    let isUp = within(.dismissTimeoutSeconds, of: scene.lastShow)
    let mayBeOver =
      session.ads[scene.shownAd].hasUncertainShow
      || session.shows.unplacedShow >= scene.lastShow
    if !mayBeOver || isUp == .no { return isUp }
    // Where there are scenes, a show that a gap hides can be in another one.
    let isHere =
      !session.namesScenes && session.isUpEitherWay(ad: scene.shownAd, at: index)
    return isHere ? .yes(scene.lastShow) : .unknown(.gap)
  }

  private func pendingOther(_ scene: Int?) -> Truth {
    guard let scene, let pending = session.lastPending(in: scene, otherThan: ad) else {
      return .no
    }
    let waits = isPending(pending)
    return waits != .no && isUnplacedRequest(of: pending) ? .unknown(.gap) : waits
  }

  /// Whether only a lost record can tell the scene in which an ad was last asked to show.
  private func isUnplacedRequest(of number: Int) -> Bool {
    guard let asked = session.facts.last(.presentRequested, of: number),
      session.shows.unplacedRequest >= asked, !event(at: asked).scene.isPresent
    else { return false }
    let ad = session.ads[number]
    return ad.loadedIndex < 0 || ad.loadedIndex > asked || ad.isSceneUncertain
  }

  /// Whether an ad that waits to come up still does; what may be its show may have been its outcome.
  func isPending(_ ad: Int) -> Truth {
    guard let asked = session.facts.last(.presentRequested, of: ad) else { return .no }
    let isPending = within(.presentOutcomeSeconds, of: asked)
    let mayHaveCome = hasGaps && session.ads[ad].vagueShow > asked
    return mayHaveCome && isPending != .no ? .unknown(.gap) : isPending
  }

  /// An ad that was asked to show or came up in a gap can be pending or shown for its longest time.
  private var hiddenOther: Truth {
    guard let gap = session.time.lastGap(before: index) else { return .no }
    let longest = milliseconds(.presentOutcomeSeconds) ?? .max
    let isPending = session.time.least(from: gap, to: index) <= longest
    return isPending || session.canHideShow(in: facts, at: index) ? .unknown(.gap) : .no
  }

  /// Whether its own ad is shown; yes names the `ad.will_present`.
  public var hasItsAdOnScreen: Truth {
    let shown = last(.shown) ?? -1
    switch ad.map({ session.isShown(ad: $0, at: index) }) ?? false {
    case true?: return .yes(shown)
    case nil:
      if let ad, session.isUpEitherWay(ad: ad, at: index) { return .yes(shown) }
      return .unknown(milliseconds(.dismissTimeoutSeconds) == nil ? .unknown : .gap)
    case false?: break
    }
    let gone = max(last(.dismissed) ?? -1, last(.failedToPresent) ?? -1)
    guard hasGap(since: max(loadedIndex, shown, gone)) else { return .no }
    return session.canHideShow(of: facts, at: index) ? .unknown(.gap) : .no
  }

  /// What shows that an ad can still be pending or shown where plain `t` says that it is over.
  func longestWitness(since start: Int) -> [Int] {
    let isShow = event(at: start).kind == .adWillPresent
    return activeWitness(
      since: start, within: isShow ? .dismissTimeoutSeconds : .presentOutcomeSeconds)
  }

  /// What shows that an earlier event is in the same scene as this one.
  func scenes(with other: Int) -> [Int] {
    evaluation.sceneSource(other) + evaluation.sceneSource(index)
  }

  /// What began at a record lasts for at most a threshold of active time; a gap may have ended it.
  func within(_ key: PolicyKey, of start: Int) -> Truth {
    let most = session.time.greatest(from: start, to: index)
    // No limit is so short that it is over at once.
    guard let limit = milliseconds(key) ?? (most == 0 ? 0 : nil) else { return .unknown(.unknown) }
    guard session.time.least(from: start, to: index) <= limit else { return .no }
    let isCertain = !hasGap(since: start) && most <= limit
    return isCertain ? .yes(start) : .unknown(.gap)
  }
}
