import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/ad-window-has-a-scene`.
  public static let adWindowHasAScene = Rule(
    "ad-window-has-a-scene", .adWindow, .error, .all,
    observes: [.window],
    "In an app that has scenes, the ad window belongs to a scene.",
    precise: "session multi_scene, or any scene.connected ⇒ window.shown carries a scene",
    notes: """
      Applies if the header has `multi_scene: true`, or a `scene.connected` occurs anywhere in \
      the session. A window that was shown before the first `scene.connected` is then judged at \
      that record.
      """,
    actor: .app,
    remedy: """
      Create the window with `UIWindow(windowScene:)`. In an app with scenes, a window without a \
      scene never becomes visible.
      """,
    links: [.splashWindow],
    .windowsNameTheirScene {
      "window \($0.text($0.event.text)) was shown without a scene by an app that has scenes"
    }
  )
}
