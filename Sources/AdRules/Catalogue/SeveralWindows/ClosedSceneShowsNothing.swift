import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/closed-scene-shows-nothing`.
  public static let closedSceneShowsNothing = Rule(
    "closed-scene-shows-nothing", .severalWindows, .error, .fullScreen,
    observes: [.present, .scene],
    "A closed scene shows nothing.",
    precise: "at attempt with scene C: C is not disconnected", source: "derived",
    .at(.attempt, failureOnly: false) { moment in
      if moment.facts.isSceneUncertain { return .undecided(.gap) }
      guard moment.facts.scene.isPresent else { return nil }
      switch moment.hasClosedScene(moment.facts.scene) {
      case .no: return .kept
      case .unknown(let why): return .undecided(why)
      case .yes(let disconnected):
        let scene = moment.text(moment.facts.scene)
        return moment.violation(
          "\(moment.adName) was presented in scene \(scene), which was closed",
          witness: [disconnected] + moment.run.sceneSource(moment.index))
      }
    }
  )
}
