import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-form-after-refused-tracking`.
  public static let noFormAfterRefusedTracking = Rule(
    "no-form-after-refused-tracking", .environment, .warning, .all,
    observes: [.consent, .user], timed: true,
    "No consent form appears by itself after the user refused tracking.",
    precise: """
      os = iOS: at consent.form_shown: no tracking.answered with status = denied before it, unless \
      a user.acted lies after the last such answer, at most 10 s (t) before the form
      """,
    notes: """
      `os` is that of the header, without case; `iPadOS` is `iOS`. Without a header, a form after a \
      refusal, or after a gap, is undecided (`unknown`), and any other one no activation. A form \
      that the exemption covers is no activation: the user opened it. A lost refusal, or a lost \
      action in the last 10 s: undecided.
      """,
    actor: .app,
    remedy: """
      Show the consent form first and call `requestTrackingAuthorization` after it. Leave the form \
      out when the user has refused tracking already.
      """,
    links: [.trackingPermission, .consentIOS],
    .noFormAfterRefusal()
  )
}
