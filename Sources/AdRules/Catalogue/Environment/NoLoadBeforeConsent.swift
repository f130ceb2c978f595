import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-load-before-consent`.
  public static let noLoadBeforeConsent = Rule(
    "no-load-before-consent", .environment, .error, .all,
    observes: [.load, .consent],
    "No ad is requested before consent allows it.",
    precise: """
      at ad.requested: the last consent.updated says can_request_ads; undecided with none before \
      it, and with a gap since one that forbids
      """,
    notes: """
      Every request is an activation. No `consent.updated` before: undecided (`gap` if one can be \
      lost, else `unknown`). The last one allows: kept, also through a gap. It forbids: violated, \
      with a gap since: undecided.
      """,
    actor: .app,
    remedy: """
      Call `requestConsentInfoUpdate(with:)` at each launch, and load ads only while \
      `canRequestAds` is true.
      """,
    links: [.consentIOS],
    .at(.kind(.adRequested)) { context in
      context.mayRequestAds.demands {
        context.violation(
          "\(context.slotName) was requested although consent did not allow it",
          witness: [context.session.consent.updated])
      }
    }
  )
}
