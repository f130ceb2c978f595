import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismissal-arrives`.
  public static let dismissalArrives = Rule(
    "dismissal-arrives", .presentation, .error, .fullScreen,
    observes: [.present], policy: [.dismissTimeoutSeconds],
    "Every ad that is shown is dismissed in time.",
    precise: """
      ad.will_present(A) ⇒ ad.dismissed(A) or ad.failed_to_present(A) within dismiss_timeout_s
      """,
    notes: "One activation for each show. Another ad that comes up does not answer.",
    actor: .sdk,
    remedy: """
      Do not let the app depend on the dismissal alone: resume it when the scene is active and \
      the ad is gone. Report the SDK or the adapter.
      """,
    links: [.frozenAfterAd],
    .response(
      to: .show, correlation: .ad, answers: [.adDismissed, .adFailedToPresent],
      within: { _ in .dismissTimeoutSeconds },
      message: { "\($0.adName) appeared and was not dismissed" })
  )
}
