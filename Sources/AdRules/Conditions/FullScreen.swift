import AdSession

extension EvaluationContext {
  /// Whether another ad is shown or pending in its scene; yes has the event that shows it.
  public var hasOtherFullScreen: Truth {
    if isSceneUnsure { return .unknown(.gap) }
    let scene = session.sceneNumber(facts.scene)
    let pending = scene.flatMap { session.lastPending(in: $0, otherThan: ad) }
    return (pending.map(isPending) ?? .no).or(scene.map { showsAd(in: $0, otherThan: ad) } ?? .no)
      .orHidden(hasUnsureOther || hidesOther(in: scene), whyHidden)
  }

  /// Whether an ad can be shown or pending that is maybe of another scene.
  private var hasUnsureOther: Bool {
    let show = session.shows.unsure.lastShow(ofOtherThan: event.ad)
    let call = session.shows.unsure.call
    return show.isPresent && within(.dismissTimeoutSeconds, of: show) != .no
      || call.isPresent && !isSettled(call) && within(.presentOutcomeSeconds, of: call) != .no
  }

  /// Whether the ad of a call is its own, or no longer pending.
  private func isSettled(_ call: EventIndex) -> Bool {
    let asked = session.adNumber(event(at: call).ad)
    return asked == ad || asked.map { session.ads[$0].pendingScene.isAbsent } ?? true
  }

  /// Whether a gap can hide the presentation of an ad that is still pending or shown.
  private func hidesOther(in scene: Int?) -> Bool {
    canLast(since: lastGap, for: milliseconds(.presentOutcomeSeconds))
      || session.canHideShow(
        since: scene.map { max(session.scenes[$0].lastShow, session.scenes[$0].uncovered) }
          ?? .none,
        at: index)
  }

  /// Whether an ad other than this one is shown in a scene; yes has its `ad.will_present`.
  func showsAd(in scene: Int, otherThan ad: Int?) -> Truth {
    let scene = session.scenes[scene]
    guard let shown = scene.shownAd.index, shown != ad else { return .no }
    let isUp = within(.dismissTimeoutSeconds, of: scene.lastShow)
    let state = session.ads[shown]
    let isOpen =
      state.hasUnsureShow || isUnknown(scene.scene)
      || session.mayBeUncovered(scene, since: scene.lastShow.known)
      || session.shows.unsure.lastShow(ofOtherThan: state.ad) > scene.lastShow
    return isUp == .no ? .no : isUp.unless(isOpen, whyHidden)
  }

  /// Whether the presentation of an ad is pending; unknown where a possible show followed.
  func isPending(_ ad: Int) -> Truth {
    guard let asked = session.facts.last(.presentRequested, of: ad) else { return .no }
    let isPending = within(.presentOutcomeSeconds, of: asked)
    let mayHaveCome = hasGaps && session.ads[ad].unsureShow > asked
    return isPending == .no ? .no : isPending.unless(mayHaveCome)
  }

  /// Whether its own ad is shown; yes has the `ad.will_present`.
  public var hasItsAdOnScreen: Truth {
    let shown = EventIndex(last(.shown))
    switch ad.map({ session.isShown(ad: $0, at: index) }) ?? false {
    case true?: return .yes(shown)
    case nil: return .unknown(milliseconds(.dismissTimeoutSeconds) == nil ? .unknown : whyHidden)
    case false?: break
    }
    let start = max(loadedIndex, shown, adState?.gone ?? .none, sceneState?.uncovered ?? .none)
    return Truth.no.unless(session.canHideShow(since: start, at: index))
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
