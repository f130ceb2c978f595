import AdSession

extension Moment {
  /// Whether another ad is shown or pending in its scene; yes names the event that shows it.
  public var hasOtherFullScreen: Truth {
    let scene = run.session.sceneNumber(facts.scene)
    var doubt: Doubt?
    for fact in [shownOther(scene), pendingOther(scene), hiddenOther] {
      if case .yes = fact { return fact }
      if case .unknown(let why) = fact, doubt == nil { doubt = why }
    }
    return doubt.map(Truth.unknown) ?? .no
  }

  private func shownOther(_ scene: Int?) -> Truth {
    guard let scene = scene.map({ run.session.scenes[$0] }), scene.shownAd >= 0, scene.shownAd != ad
    else { return .no }
    return within(.dismissTimeoutSeconds, of: scene.lastShow)
  }

  private func pendingOther(_ scene: Int?) -> Truth {
    guard let scene, let pending = run.session.lastPending(in: scene, otherThan: ad),
      let asked = run.session.facts.last(.presentRequested, of: pending)
    else { return .no }
    return within(.presentOutcomeSeconds, of: asked)
  }

  /// An ad that was asked to show or came up in a gap can be pending or shown for its longest time.
  private var hiddenOther: Truth {
    guard let gap = run.session.time.lastGap(before: index) else { return .no }
    guard let pending = milliseconds(.presentOutcomeSeconds),
      milliseconds(.dismissTimeoutSeconds) != nil
    else { return .unknown(.unknown) }
    if run.session.time.least(from: gap, to: index) <= pending { return .unknown(.gap) }
    return run.session.canHideShow(in: facts.scene, at: index) ? .unknown(.gap) : .no
  }

  /// Whether its own ad is shown; yes names the `ad.will_present`.
  public var hasItsAdOnScreen: Truth {
    let shown = last(.shown) ?? -1
    if let ad, run.session.isShown(ad: ad, at: index) {
      return within(.dismissTimeoutSeconds, of: shown)
    }
    let gone = max(last(.dismissed) ?? -1, last(.failedToPresent) ?? -1)
    guard hasGap(since: max(birth, shown, gone)) else { return .no }
    return run.session.canHideShow(in: facts.scene, at: index) ? .unknown(.gap) : .no
  }

  /// What began at a record lasts for at most a threshold of active time; a gap may have ended it.
  func within(_ key: PolicyKey, of start: Int) -> Truth {
    guard let limit = milliseconds(key) else { return .unknown(.unknown) }
    guard run.session.time.least(from: start, to: index) <= limit else { return .no }
    return hasGap(since: start) ? .unknown(.gap) : .yes(start)
  }
}
