import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/nothing-after-the-end`.
  public static let nothingAfterTheEnd = Rule(
    "nothing-after-the-end", .impressionsRewardsRevenue, .warning, .fullScreen,
    observes: [.present], policy: [.lateEventSeconds],
    "An ad has no events long after it was dismissed.",
    precise: """
      at any event of A after its first ad.dismissed, other than ad.discarded, ad.paid, \
      ad.reward_earned, ad.reward_granted, ad.delegate_lost, revenue.forwarded, reward.verified, \
      callback.received and an ad.loaded with again: active time since the dismissal ≤ \
      late_event_s
      """,
    notes: """
      Activated at every event of a full-screen ad after its first `ad.dismissed`, overlays \
      included, except for those named. After a gap, an event of an ad is undecided if a \
      dismissal can lie far enough before it in the gap.
      """,
    actor: .sdk,
    remedy: """
      Drop the reference to an ad when it is dismissed and ignore its later callbacks. Report \
      the SDK or the adapter that sends them.
      """,
    links: [.fullScreenDelegateIOS],
    .eventsOfAds(except: lateByNature) { context in
      if context.event.again == true { return nil }
      return context.comesSoon(
        after: .dismissed, within: .lateEventSeconds, "had the event \(context.event.kind.name)")
    }
  )
  /// The kinds that can come long after the dismissal.
  private static let lateByNature: [EventKind] = [
    .adDiscarded, .adPaid, .adRewardEarned, .adRewardGranted, .adDelegateLost, .revenueForwarded,
    .rewardVerified, .callbackReceived,
  ]
}
