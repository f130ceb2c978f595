import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/tracking-asked-in-time`.
  public static let trackingAskedInTime = Rule(
    "tracking-asked-in-time", .environment, .warning, .all,
    observes: [.consent],
    "The tracking prompt is requested when it can appear.",
    precise: "tracking.answered: status ≠ not_determined, where it is given",
    notes: """
      The system answers `not_determined` without a prompt where the app is not active. An answer \
      without `status` is no activation.
      """,
    actor: .app,
    remedy: """
      Call `requestTrackingAuthorization` only after `applicationDidBecomeActive(_:)`, while no \
      other alert or form is up.
      """,
    links: [.trackingPermission],
    .at(.kind(.trackingAnswered)) { context in
      if !context.event.text.isPresent { return nil }
      guard context.isTrackingAnswer("not_determined") else { return .kept }
      return context.violation(
        "the request for tracking permission came back without an answer of the user")
    }
  )
}
