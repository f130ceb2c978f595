import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/shown-in-its-own-scene`.
  public static let shownInItsOwnScene = Rule(
    "shown-in-its-own-scene", .severalWindows, .error, .fullScreen,
    observes: [.load, .present],
    "An ad is shown in the scene that it was requested for.",
    precise: "scene(attempt A) = scene(ad.requested of A), where both are given",
    notes: """
      Compares the attempt's own `scene` with that of the `ad.requested`; an activation only if \
      both records carry one. If the request was not seen and can be lost: undecided. In a session \
      of one scene it is kept, because all names mean that scene.
      """,
    actor: .app,
    remedy: """
      Keep one ad per scene, and present it from a view controller of the scene that the request \
      named.
      """,
    links: [.multipleWindowsIOS],
    .at(.attempt) { context in
      let evaluation = context.evaluation
      return context.matchesItsRequest(
        { evaluation.sceneIfNamed($0) }, canDiffer: evaluation.hasScenes
      ) {
        requested in
        let scenes = (context.text(context.event.scene), context.text(requested.scene))
        return "was presented in scene \(scenes.0) but requested for scene \(scenes.1)"
      }
    }
  )
}
