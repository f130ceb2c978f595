import AdSession

extension EvaluationContext {
  /// Whether another ad is shown or pending in its scene; yes has the event that shows it.
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

  /// Whether an ad can be shown or pending whose scene only a lost record names.
  private var unplacedOther: Truth {
    let (show, request) = (session.shows.unplacedShow, session.shows.unplacedRequest)
    let mayBeThere =
      (show.isPresent && !isUnplacedShowGone && within(.dismissTimeoutSeconds, of: show) != .no)
      || (request.isPresent && !isSettled(request)
        && within(.presentOutcomeSeconds, of: request) != .no)
    return mayBeThere ? .unknown(hasGaps ? .gap : .unknown) : .no
  }

  /// Whether the ad of an ambiguous presentation request is its own, or no longer pending.
  ///
  /// Without gaps, a request is ambiguous only if the ad was presented in several scenes.
  private func isSettled(_ request: EventIndex) -> Bool {
    guard !hasGaps else { return false }
    let asked = session.adNumber(event(at: request).ad)
    return asked == ad || asked.map { session.ads[$0].pendingScene.isAbsent } ?? true
  }

  /// Whether the last ad that came up in an unknown scene is gone.
  ///
  /// Where there are scenes, the ad that came up so before it must be gone as well.
  private var isUnplacedShowGone: Bool {
    let shows = session.shows
    guard let ad = session.adNumber(shows.unplacedAd),
      session.isGone(ad, since: shows.unplacedShow)
    else { return false }
    return !session.namesScenes || shows.unplacedBefore.isAbsent
      || within(.dismissTimeoutSeconds, of: shows.unplacedBefore) == .no
  }

  private func shownOther(_ scene: Int?) -> Truth {
    guard let scene = scene.map({ session.scenes[$0] }), let shown = scene.shownAd.index,
      shown != ad
    else { return .no }
    let isUp = within(.dismissTimeoutSeconds, of: scene.lastShow)
    let mayBeOver =
      session.ads[shown].hasUncertainShow
      || session.shows.unplacedShow >= scene.lastShow
    if !mayBeOver || isUp == .no { return isUp }
    // A show that a gap hides can be in another scene.
    let isHere =
      !session.namesScenes && session.isUpEitherWay(ad: shown, at: index)
    return isHere ? .yes(scene.lastShow) : .unknown(.gap)
  }

  private func pendingOther(_ scene: Int?) -> Truth {
    guard let scene, let pending = session.lastPending(in: scene, otherThan: ad) else {
      return .no
    }
    let waits = isPending(pending)
    return waits != .no && isUnplacedRequest(of: pending) ? .unknown(.gap) : waits
  }

  /// Whether only a lost record names the scene of an ad's last presentation request.
  private func isUnplacedRequest(of number: Int) -> Bool {
    guard let asked = session.facts.last(.presentRequested, of: number),
      session.shows.unplacedRequest >= asked, !event(at: asked).scene.isPresent
    else { return false }
    let ad = session.ads[number]
    return ad.loadedIndex.isAbsent || ad.loadedIndex > asked || ad.isSceneUncertain
  }

  /// Whether the presentation of an ad is pending; unknown where a possible show followed.
  func isPending(_ ad: Int) -> Truth {
    guard let asked = session.facts.last(.presentRequested, of: ad) else { return .no }
    let isPending = within(.presentOutcomeSeconds, of: asked)
    let mayHaveCome = hasGaps && session.ads[ad].vagueShow > asked
    return mayHaveCome && isPending != .no ? .unknown(.gap) : isPending
  }

  /// Whether a gap can hide the presentation of an ad that is still pending or shown.
  private var hiddenOther: Truth {
    guard let gap = session.time.lastGap(before: index) else { return .no }
    let longest = milliseconds(.presentOutcomeSeconds) ?? .max
    let isPending = session.time.least(from: gap, to: index) <= longest
    return isPending || session.canHideShow(in: facts, at: index) ? .unknown(.gap) : .no
  }

  /// Whether its own ad is shown; yes has the `ad.will_present`.
  public var hasItsAdOnScreen: Truth {
    let shown = EventIndex(last(.shown))
    switch ad.map({ session.isShown(ad: $0, at: index) }) ?? false {
    case true?: return .yes(shown)
    case nil:
      if let ad, session.isUpEitherWay(ad: ad, at: index) { return .yes(shown) }
      return .unknown(milliseconds(.dismissTimeoutSeconds) == nil ? .unknown : .gap)
    case false?: break
    }
    let gone = max(EventIndex(last(.dismissed)), EventIndex(last(.failedToPresent)))
    guard hasGap(since: max(loadedIndex, shown, gone)) else { return .no }
    return session.canHideShow(of: facts, at: index) ? .unknown(.gap) : .no
  }

  /// The event that shows that an ad can still be pending or shown although `t` exceeds the
  /// threshold.
  func longestWitness(since start: Int) -> [Int] {
    let isShow = event(at: start).kind == .adWillPresent
    return activeWitness(
      since: start, within: isShow ? .dismissTimeoutSeconds : .presentOutcomeSeconds)
  }

  /// The events that show that an earlier event is in the same scene as this one.
  func scenes(with other: Int) -> [Int] {
    evaluation.sceneSource(other) + evaluation.sceneSource(index)
  }

  /// Whether a state lasts that began at a record which is known to be present.
  func within(_ key: PolicyKey, of start: EventIndex) -> Truth { within(key, of: start.known) }

  /// Whether a state that began at a record lasts; it ends after a threshold of active time.
  ///
  /// Unknown after a gap, which can hide an earlier end.
  func within(_ key: PolicyKey, of start: Int) -> Truth {
    let most = session.time.greatest(from: start, to: index)
    // Without any active time since, no limit is exceeded.
    guard let limit = milliseconds(key) ?? (most == 0 ? 0 : nil) else { return .unknown(.unknown) }
    guard session.time.least(from: start, to: index) <= limit else { return .no }
    let isCertain = !hasGap(since: start) && most <= limit
    return isCertain ? .yes(start) : .unknown(.gap)
  }
}
