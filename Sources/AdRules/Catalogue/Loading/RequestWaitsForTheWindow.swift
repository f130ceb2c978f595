import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/request-waits-for-the-window`.
  public static let requestWaitsForTheWindow = Rule(
    "request-waits-for-the-window", .loading, .warning, .all,
    observes: [.load],
    "An app with several windows requests an ad only after the view is in a window.",
    precise: """
      in a multi_scene session, at ad.requested with reason ≠ preload: reason is not view_did_load
      """,
    actor: .app,
    remedy: """
      Build the request in `viewDidAppear(_:)`. In `viewDidLoad()` the view has no window yet, \
      so `view.window?.windowScene` is nil.
      """,
    links: [.multipleWindowsIOS],
    .at(.kind(.adRequested)) { context in
      if context.event.reason == .preload { return nil }
      guard let isMultiScene = context.isMultiScene else { return .undecided(.unknown) }
      if !isMultiScene { return nil }
      if context.event.reason != .viewDidLoad { return .kept }
      return context.violation(
        "\(context.slotName) was requested when its view was loaded, before the view had a window")
    }
  )
}
