import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/landscape-split-screen`.
  public static let landscapeSplitScreen = Rule(
    "landscape-split-screen", .severalWindows, .warning, .fullScreen,
    observes: [.load, .scene],
    "No ad is requested for a landscape scene on a split screen.",
    precise: "at ad.requested(C): not (orientation of C is landscape and C is not full_screen)",
    notes: """
      Only requests that carry a `scene` are activations; see the blocker "split screen".
      """,
    actor: .app,
    remedy: """
      Request no full-screen ad while the scene is in landscape and shares the display: the SDK \
      supports split screen in portrait only.
      """,
    links: [.multipleWindowsIOS],
    .at(.kind(.adRequested)) { context in
      guard context.event.scene.isPresent else { return nil }
      return context.isLandscapeSplit(context.event.scene, context.event.format).forbids { size in
        context.violation(
          "\(context.slotName) was requested while the scene was landscape on a split screen",
          witness: [size])
      }
    }
  )
}
