import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/closed-scene-shows-nothing`.
  public static let closedSceneShowsNothing = Rule(
    "closed-scene-shows-nothing", .severalWindows, .error, .fullScreen,
    observes: [.present, .scene],
    "No ad is presented in a closed scene.",
    precise: "at attempt with scene C: C is not disconnected",
    notes: "Only attempts that name a scene are activations.",
    actor: .app,
    remedy: """
      Release the ads of a scene in `sceneDidDisconnect(_:)`, and present only from a view \
      controller of a connected scene.
      """,
    links: [.lifeCycleUIKit],
    .at(.attempt, failureOnly: false) { context in
      context.isInClosedScene?.forbids { disconnected in
        let scene = context.text(context.facts.scene)
        return context.violation(
          "\(context.adName) was presented in scene \(scene), which was closed",
          witness: [disconnected.known] + context.evaluation.sceneSource(context.index))
      }
    }
  )
}
