import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/orientation-given`.
  public static let orientationGiven = Rule(
    "orientation-given", .severalWindows, .warning, .appOpen,
    observes: [.load],
    "A request does not give an unknown orientation.",
    precise: "ad.requested.orientation ≠ unknown, where present",
    notes: "A request without `orientation` is no activation; `unknown` is a value of the field.",
    actor: .app,
    remedy: """
      If your SDK version takes an orientation, pass the current one of the window scene, not \
      `.unknown`.
      """,
    links: [.wrongOrientation],
    .at(.kind(.adRequested)) { context in
      if context.event.orientation == .absent { return nil }
      return context.event.orientation == .unknown
        ? context.violation("\(context.slotName) was requested for an unknown orientation") : .kept
    }
  )
}
