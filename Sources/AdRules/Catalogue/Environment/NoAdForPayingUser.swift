import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-ad-for-paying-user`.
  public static let noAdForPayingUser = Rule(
    "no-ad-for-paying-user", .environment, .error,
    [.appOpen, .interstitial, .rewardedInterstitial, .banner, .native],
    observes: [.present, .entitlement], policy: [.coverSeconds, .lateEventSeconds],
    "A user who paid for no ads sees none.",
    precise: """
      at attempt(A) of a full-screen ad, at ad.impression of a banner or native ad: not: the last \
      entitlement.changed before it says ad_free and lies more than cover_s (an impression: \
      late_event_s) (t) ago
      """,
    notes: """
      Not for `rewarded`: many apps go on to offer such ads to users who paid. An \
      `ad.impression` is seen only if `revenue` is captured. The last record says `ad_free`, more \
      than the limit ago: violated, with a gap since it undecided. It says so at most the limit \
      ago: kept. It says the opposite, or there is none: kept; undecided if a gap since it (none: \
      since the beginning) begins more than the limit before the event: the record before the gap \
      (none: `t` = 0) lies that far back.
      """,
    actor: .app,
    remedy: """
      Read `Transaction.currentEntitlements` before the first ad, and ask the result at each \
      `present(from:)`. Remove each `BannerView` as soon as `Transaction.updates` reports the \
      purchase.
      """,
    links: [.storeEntitlementsIOS, .adsAfterPurchase],
    .at(.attempt, .kind(.adImpression), failureOnly: false) { context in
      let isImpression = context.event.kind == .adImpression
      if isImpression == context.facts.format.isFullScreen { return nil }
      let what = isImpression ? "had an impression" : "was presented"
      return context.forbiddenToPayingUser(
        "\(context.adName) \(what)", after: isImpression ? .lateEventSeconds : .coverSeconds)
    }
  )
}
