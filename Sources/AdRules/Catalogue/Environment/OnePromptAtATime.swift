import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/one-prompt-at-a-time`.
  public static let onePromptAtATime = Rule(
    "one-prompt-at-a-time", .environment, .error, .all,
    observes: [.consent],
    "A consent form does not appear over another one.",
    precise: """
      at consent.form_shown: no consent.form_shown before it without a later consent.form_closed
      """,
    notes: """
      Only the last form record before counts: a `consent.form_shown` is a form that is still up. \
      With a gap since it (none: since the beginning): undecided.
      """,
    actor: .app,
    remedy: """
      Run one consent check at a time: keep a flag from `requestConsentInfoUpdate(with:)` until \
      the form is closed, and start no second check meanwhile.
      """,
    links: [.consentIOS],
    .at(.kind(.consentFormShown)) { context in
      context.hasFormUp.forbids { shown in
        let after = context.passed(since: shown)
        return context.violation(
          "a consent form appeared \(after) after another one that was still up",
          witness: [shown])
      }
    }
  )
}

extension EvaluationContext {
  /// Whether a consent form is up; yes has its `consent.form_shown`.
  fileprivate var hasFormUp: Truth {
    let last = session.consent.lastForm
    let isUp = last.isPresent && event(at: last).kind == .consentFormShown
    return Truth.seen(isUp ? last : .none).unless(hasGap(since: last))
  }
}
