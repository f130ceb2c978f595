import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/session-ends-off-screen`.
  public static let sessionEndsOffScreen = Rule(
    "session-ends-off-screen", .presentation, .warning, .fullScreen,
    observes: [.present], policy: [.stuckAdSeconds],
    "A session does not end while an ad is stuck on screen.",
    precise: """
      one activation in a session with an ad.will_present, at session.ended (cut: the last \
      record): no ad is without ad.dismissed or ad.failed_to_present since its ad.will_present \
      stuck_ad_s or longer ago (active time) with no other ad presented in its scene since; a \
      cut session that would break it: undecided (cut)
      """,
    notes: """
      One activation, at `session.ended` (or the last record), if the session had a show. An ad \
      is stuck if it is neither dismissed nor failed since the first show of it in its scene, the \
      active time since that show is ≥ `stuck_ad_s`, and no other ad had a show in that scene \
      since. This does not end at `dismiss_timeout_s`. After a gap it is undecided if an ad that \
      came up in the gap can have stayed up for `stuck_ad_s`.
      """,
    actor: .network,
    remedy: """
      Find the network and the creative of the ad by its response identifier. Block the \
      creative, and report it to the network: users could not close it.
      """,
    links: [.noCloseControl, .frozenAfterAd],
    .atTheEnd(after: .show) { $0.stuckAd }
  )
}
