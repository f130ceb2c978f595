import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-load-before-consent`.
  public static let noLoadBeforeConsent = Rule(
    "no-load-before-consent", .environment, .error, .all,
    observes: [.load, .consent],
    "No ad is requested before consent allows it.",
    precise: """
      at ad.requested: a consent.updated lies before it, and the last one says can_request_ads; \
      undecided with a gap since it that can hide another one, or before if none was seen
      """,
    notes: """
      Every request is an activation. No `consent.updated` before: violated if `captures` of the \
      header names `consent`, because the recorder writes the known consent right after the header; \
      without `captures` undecided (`unknown`), with a gap before undecided (`gap`). The last one \
      allows: kept, with a gap since that no `recorder.gap` explains: undecided. It forbids: \
      violated, with a gap since: undecided.
      """,
    actor: .app,
    remedy: """
      Call `requestConsentInfoUpdate(with:)` at each launch, and load ads only while \
      `canRequestAds` is true.
      """,
    links: [.consentIOS],
    .at(.kind(.adRequested)) { context in
      let updated = context.session.consent.updated
      let isRecorded = context.recordsConsent
      if updated.isAbsent && isRecorded && !context.hasGap(since: .none) {
        return context.violation("\(context.slotName) was requested before consent was known")
      }
      return context.mayRequestAds.demands {
        // Without the record, the request breaks the rule as well.
        context.violation(
          "\(context.slotName) was requested although consent did not allow it",
          witness: isRecorded ? [] : [updated])
      }
    }
    .demanding(.consentUpdated)
  )
}

extension EvaluationContext {
  /// Whether the header says that consent is recorded.
  fileprivate var recordsConsent: Bool {
    session.header?.captures?.contains(ClassSet(.consent)) ?? false
  }
}
