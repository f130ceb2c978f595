import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/ad-window-closed`.
  public static let adWindowClosed = Rule(
    "ad-window-closed", .adWindow, .error, .all,
    observes: [.window],
    "The ad module closes its own window.",
    precise: """
      window.shown(W) ⇒ window.closed(W) before session.ended (unless an ad is shown or pending \
      then), and before the next window.shown of the same scene
      """, source: "004",
    .windowCloses { "window \($0.text($0.event.text))\($0.inScene) was still open" }
  )
}
