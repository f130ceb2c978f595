extension Event {
  /// Whether the user acts in the app, or moves through it, so that no ad covers it.
  package var showsAppInUse: Bool {
    switch kind {
    case .userActed: true
    case .adShowDecided: (trigger == .user || trigger == .transition) && reason != .showing
    default: false
    }
  }
}

extension Session {
  /// Takes what is shown off the scene of a record that shows the app in use.
  ///
  /// A show covers its scene only after `cover_s`, and a gap may hide a show that is as young.
  mutating func uncover(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    if derived.unsure.contains(.scene) {
      screen.uncoveredSomewhere = EventIndex(index)
      screen.uncoveredSomewhereT = event.t
      return
    }
    let scene = makeScene(derived.scene)
    switch shows(event, at: index, uncovered: scenes[scene]) {
    case true:
      scenes[scene].uncovered = EventIndex(index)
      if scenes[scene].shownAd.isPresent { shows.lastEnd = EventIndex(index) }
      scenes[scene].shownAd = .none
    case nil: scenes[scene].mayBeUncovered = EventIndex(index)
    case false: break
    }
  }

  /// Whether a record that shows the app in use comes late enough after the shows in its scene; nil
  /// where that is unknown.
  private func shows(_ event: Event, at index: Int, uncovered scene: SceneState) -> Bool? {
    let hasPage = event.kind == .userActed ? isPageOpen(in: scene, at: index) : false
    if hasPage == true { return false }
    let passed = scene.lastShow.isPresent ? event.t - scene.lastShowT : .max
    guard let cover = policy.milliseconds(.coverSeconds) else { return passed == 0 ? false : nil }
    if passed <= cover { return false }
    if shows.unsure.show.isPresent && event.t - shows.unsure.showT <= cover || hasPage == nil {
      return nil
    }
    guard let gap = time.lastGap(before: index) else { return true }
    return time.least(from: gap, to: index) > cover ? true : nil
  }

  /// Whether the user acts in a page that a click on the ad of a scene opened; nil where a gap can
  /// hide the ad, the click, or that the user left the app since.
  private func isPageOpen(in scene: SceneState, at index: Int) -> Bool? {
    guard captured.contains(ClassSet(.revenue)) else { return false }
    let clicked = scene.shownAd.index.map { ads[$0].clickedWhileShown } ?? .none
    let left = app.resignedActive
    if time.hasGap(after: max(scene.lastShow, clicked, left), before: index) { return nil }
    if clicked > left { return true }
    let mayBeOfHiddenAd = shows.clicked > left && time.hasGap(after: scene.lastShow, before: index)
    return mayBeOfHiddenAd ? nil : false
  }

  /// Whether an ad was clicked since it came up, and the user has not left the app since.
  ///
  /// The click can have opened a page in the app, above the ad.
  public func isPageOpen(of ad: Int) -> Bool { ads[ad].clickedWhileShown > app.resignedActive }

  /// Whether what a scene shows since a record may be over: the user may have acted there.
  public func mayBeUncovered(_ scene: SceneState, since start: Int) -> Bool {
    scene.mayBeUncovered > start
      || screen.uncoveredSomewhere > start
        && screen.uncoveredSomewhereT - scene.lastShowT > policy.milliseconds(.coverSeconds) ?? 0
  }
}
