import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/closed-scene-requests-nothing`.
  public static let closedSceneRequestsNothing = Rule(
    "closed-scene-requests-nothing", .severalWindows, .warning, .all,
    observes: [.load, .scene],
    "No ad is requested for a closed scene.",
    precise: "at ad.requested(C): C is not disconnected",
    actor: .app,
    remedy: """
      In `sceneDidDisconnect(_:)`, cancel the timers and retries that request ads for the scene, \
      and request only for connected scenes.
      """,
    links: [.lifeCycleUIKit],
    .at(.kind(.adRequested)) { context in
      guard context.event.scene.isPresent else { return nil }
      return context.hasClosedScene(context.event.scene).forbids { disconnected in
        let scene = context.text(context.event.scene)
        return context.violation(
          "\(context.slotName) was requested for scene \(scene), which was closed",
          witness: [disconnected.known])
      }
    }
  )
}
