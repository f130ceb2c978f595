import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismissal-arrives`.
  public static let dismissalArrives = Rule(
    "dismissal-arrives", .presentation, .error, .fullScreen,
    observes: [.present], policy: [.dismissTimeoutSeconds, .dismissPairSeconds, .coverSeconds],
    "Every ad that is shown is dismissed in time.",
    precise: """
      ad.will_present(A) ⇒ ad.dismissed(A) or an ad.failed_to_present(A) that answers no later \
      call within dismiss_timeout_s; the first evidence that A is over ⇒ the same within \
      dismiss_pair_s
      """,
    notes: """
      One activation for each show, with the earlier of the two deadlines. The evidence is that of \
      the term *shown*: `user.acted`, or an `ad.show_decided` with trigger `user` or `transition` \
      and another reason than `showing`, while A is shown and more than `cover_s` of plain `t` \
      after its last show; no `user.acted` after a click on A since that show without an \
      `app.resigned_active` between. Where neither class is captured there is no evidence. Another \
      ad that comes up does not answer. A lost record since the show that can be evidence more than \
      `dismiss_pair_s` before the answer leaves the show undecided.
      """,
    actor: .sdk,
    remedy: """
      Do not let the app depend on the dismissal alone: resume it when the scene is active and \
      the ad is gone. Report the SDK or the adapter.
      """,
    links: [.frozenAfterAd],
    Pattern.response(
      to: .show, correlation: .ad, answers: [.adDismissed, .adFailedToPresent],
      accepts: { $0.endsItsShow }, within: { _ in .dismissTimeoutSeconds },
      message: { "\($0.adName) appeared and was not dismissed\($1)" }
    ).endingEarly(within: .dismissPairSeconds)
  )
}
