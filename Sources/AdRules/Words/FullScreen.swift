public import AdSession

extension Moment {
  /// Whether another ad is shown or pending in the scene; yes names the event that shows it.
  public func hasOtherFullScreen(scene: Symbol) -> Truth {
    let known = run.session.sceneNumber(scene).map { run.session.scenes[$0] }
    var doubt: Doubt?
    for fact in [shownOther(known), pendingOther(known), hiddenOther(known)] {
      if case .yes = fact { return fact }
      if case .unknown(let why) = fact, doubt == nil { doubt = why }
    }
    return doubt.map(Truth.unknown) ?? .no
  }

  private func shownOther(_ scene: SceneState?) -> Truth {
    guard let scene, scene.shownAd >= 0, scene.shownAd != ad else { return .no }
    guard let limit = milliseconds(.dismissTimeoutSeconds) else { return .unknown(.unknown) }
    return within(limit, of: scene.lastShow)
  }

  private func pendingOther(_ scene: SceneState?) -> Truth {
    guard let pending = scene?.pendingAds.last(where: { Int($0) != ad }) else { return .no }
    guard let limit = milliseconds(.presentOutcomeSeconds) else { return .unknown(.unknown) }
    guard let asked = run.session.facts.last(.presentRequested, of: Int(pending)) else { return .no }
    return within(limit, of: asked)
  }

  /// Something that began at a record lasts for at most `limit` of active time; a gap may end it.
  func within(_ limit: Int64, of start: Int) -> Truth {
    guard run.session.time.least(from: start, to: index) <= limit else { return .no }
    let isCertain =
      !hasGap(since: start) && run.session.time.greatest(from: start, to: index) <= limit
    return isCertain ? .yes(start) : .unknown(.gap)
  }

  /// An ad hidden in a gap can be shown until it would have to be gone, or another was shown since.
  private func hiddenOther(_ scene: SceneState?) -> Truth {
    guard let gap = run.session.time.lastGap(before: index) else { return .no }
    guard let shown = milliseconds(.dismissTimeoutSeconds),
      let pending = milliseconds(.presentOutcomeSeconds)
    else { return .unknown(.unknown) }
    let passed = run.session.time.least(from: gap, to: index)
    if passed <= pending { return .unknown(.gap) }
    let isReplaced = (scene?.lastShow ?? -1) >= gap
    return passed <= shown && !isReplaced ? .unknown(.gap) : .no
  }
}
