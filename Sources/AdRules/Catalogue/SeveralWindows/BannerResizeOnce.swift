import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/banner-resize-once`.
  public static let bannerResizeOnce = Rule(
    "banner-resize-once", .severalWindows, .warning, .banner,
    observes: [.load, .scene],
    "One resize leads to at most one request for a banner.",
    precise: """
      at ad.requested (banner, slot of C, reason resized): the first one of its slot since the \
      last scene.resized(C)
      """,
    notes: "Only requests that carry a `scene` themselves are activations.",
    actor: .app,
    remedy: """
      Load the banner in the completion block of the transition coordinator, once per resize, \
      not for every frame of a drag.
      """,
    links: [.multipleWindowsIOS],
    .at(.kind(.adRequested)) { context in
      guard context.event.reason == .resized, context.event.scene.isPresent else { return nil }
      return context.hasRequestSinceResize.forbids { earlier in
        context.violation(
          "\(context.slotName) was requested twice for one resize", witness: [earlier])
      }
    }
  )
}
