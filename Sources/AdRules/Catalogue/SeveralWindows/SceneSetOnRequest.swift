import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/scene-set-on-request`.
  public static let sceneSetOnRequest = Rule(
    "scene-set-on-request", .severalWindows, .error, [.fullScreen, .banner],
    observes: [.load],
    "An app that supports several windows names the scene in every request.",
    precise: "session multi_scene ⇒ ad.requested carries scene",
    actor: .app,
    remedy: """
      Set `request.scene = view.window?.windowScene` on every request of an app that supports \
      several windows.
      """,
    links: [.multipleWindowsIOS],
    .at(.kind(.adRequested)) { context in
      guard let isMultiScene = context.isMultiScene else { return .undecided(.unknown) }
      if !isMultiScene { return nil }
      if context.event.scene.isPresent { return .kept }
      let app = "by an app that supports several windows"
      return context.violation("\(context.slotName) was requested without a scene \(app)")
    }
  )
}
