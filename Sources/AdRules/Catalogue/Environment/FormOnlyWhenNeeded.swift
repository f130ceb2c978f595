import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/form-only-when-needed`.
  public static let formOnlyWhenNeeded = Rule(
    "form-only-when-needed", .environment, .warning, .all,
    observes: [.consent, .user], timed: true,
    "No consent form appears by itself when consent is settled.",
    precise: """
      at consent.form_shown: the last consent.updated before it has no status ∈ {obtained, \
      not_required}, unless a user.acted lies at most 10 s (t) before the form
      """,
    notes: """
      Every form is an activation. Without a `consent.updated` before it, or without a status in the \
      last one, it is kept. A gap since that record, or in the last 10 s, leaves a form undecided \
      that would be violated; without a settled status, only a gap since that record.
      """,
    actor: .app,
    remedy: """
      At launch, call `loadAndPresentIfRequired(from:)`, which shows the form only if it is needed. \
      Keep `presentPrivacyOptionsForm(from:)` for the button with which users change their answer.
      """,
    links: [.consentIOS],
    .at(.kind(.consentFormShown)) { $0.isFormNeeded }
  )
}

extension EvaluationContext {
  fileprivate var isFormNeeded: Judgement {
    let acted = session.screen.userActed
    if acted.isPresent && elapsed(since: acted) <= Self.formOpening { return .kept }
    let updated = session.consent.updated
    if hasGap(since: updated) { return .undecided(.gap) }
    guard updated.isPresent, hasSettledConsent(at: updated) else { return .kept }
    if canHide(upTo: Self.formOpening) { return .undecided(.gap) }
    let after = ReadableDuration.text(elapsed(since: updated))
    return violation(
      "a consent form appeared by itself \(after) after the consent status was "
        + "\(text(event(at: updated).status))",
      witness: [updated])
  }

  private func hasSettledConsent(at updated: EventIndex) -> Bool {
    ["obtained", "not_required"].contains(text(event(at: updated).status))
  }
}
