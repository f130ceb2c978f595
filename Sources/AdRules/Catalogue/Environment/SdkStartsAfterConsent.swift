import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/sdk-starts-after-consent`.
  public static let sdkStartsAfterConsent = Rule(
    "sdk-starts-after-consent", .environment, .warning, .all,
    observes: [.consent],
    "The SDK is started only after consent allows it.",
    precise: """
      sdk = google-mobile-ads: at sdk.started with a consent.updated before it: the last \
      consent.updated says can_request_ads
      """,
    notes: """
      `sdk` is that of the header; without a header, a start that is not allowed for certain is \
      undecided (`unknown`), and any other one no activation. No `consent.updated` before: no \
      activation, or undecided (`gap`) if one can be lost. The last one allows: kept, with a gap \
      since that no `recorder.gap` explains: undecided. It forbids: violated, with a gap since: \
      undecided.
      """,
    actor: .app,
    remedy: """
      Call `MobileAds.shared.start` only when `canRequestAds` is true: after the consent form, \
      and at launch if consent is known from the session before.
      """,
    links: [.consentIOS],
    .at(.kind(.sdkStarted)) { context in
      let updated = context.session.consent.updated
      if updated.isAbsent && !context.hasGap(since: .none) { return nil }
      guard context.session.header != nil else {
        if case .yes = context.mayRequestAds { return nil }
        return .undecided(.unknown)
      }
      if !context.evaluation.isGoogle { return nil }
      return context.mayRequestAds.demands {
        context.violation(
          "the SDK was started although consent did not allow to request ads", witness: [updated])
      }
    }
  )
}
