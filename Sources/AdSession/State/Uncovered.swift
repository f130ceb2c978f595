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
    guard let scene = sceneNumber(derived.scene) else { return }
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
    let passed = scene.lastShow.isPresent ? event.t - scene.lastShowT : .max
    guard let cover = policy.milliseconds(.coverSeconds) else { return passed == 0 ? false : nil }
    if passed <= cover { return false }
    if shows.unsure.show.isPresent && event.t - shows.unsure.showT <= cover { return nil }
    guard let gap = time.lastGap(before: index) else { return true }
    return time.least(from: gap, to: index) > cover ? true : nil
  }

  /// Whether what a scene shows since a record may be over: the user may have acted there.
  public func mayBeUncovered(_ scene: SceneState, since start: Int) -> Bool {
    scene.mayBeUncovered > start
      || screen.uncoveredSomewhere > start
        && screen.uncoveredSomewhereT - scene.lastShowT > policy.milliseconds(.coverSeconds) ?? 0
  }
}
