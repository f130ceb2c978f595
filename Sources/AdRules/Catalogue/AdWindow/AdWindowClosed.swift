import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/ad-window-closed`.
  public static let adWindowClosed = Rule(
    "ad-window-closed", .adWindow, .error, .all,
    observes: [.window], timed: true,
    "The ad module closes its own window.",
    precise: """
      window.shown(W) ⇒ window.closed(W) before session.ended (unless an ad is shown or pending \
      then), and before the next window.shown of the same scene
      """,
    notes: """
      One activation for each `window.shown`. Violated by the next `window.shown` in the same \
      scene; or by `session.ended`, unless then a full-screen ad is shown or pending in any \
      scene. A `window.closed` closes the window that it names.
      """,
    actor: .app,
    remedy: """
      Hide the ad window and release it in the dismissal and failure callbacks. A window that \
      stays up takes the touches of the app.
      """,
    links: [.frozenAfterAd],
    .windowCloses { "window \($0.text($0.event.text))\($0.inScene) was still open" }
      .demanding(.windowClosed)
  )
}
