import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/present-resolves`.
  public static let presentResolves = Rule(
    "present-resolves", .presentation, .error, .fullScreen,
    observes: [.present], policy: [.presentOutcomeSeconds],
    "A presented ad appears or fails to present in time.",
    precise: """
      ad.present_requested(A) ⇒ ad.will_present(A) or ad.failed_to_present(A) within \
      present_outcome_s
      """,
    notes: """
      A show or a failure of the same ad after the call answers. If clicks are not captured and \
      the ad was shown when it was called again, a later `ad.will_present` may be an overlay: the \
      call is undecided (`gap`) unless a certain answer comes.
      """,
    actor: .sdk,
    remedy: """
      Treat a presentation without a callback as failed after some seconds and go on. Report the \
      SDK or the adapter that stayed silent.
      """,
    links: [.earlyImpression, .fullScreenDelegateIOS],
    .response(
      to: .kind(.adPresentRequested), correlation: .ad,
      answers: [.adWillPresent, .adFailedToPresent],
      within: { _ in .presentOutcomeSeconds }, evenWhileUp: true,
      message: { "\($0.adName) was presented but neither appeared nor failed\($1)" })
  )
}
