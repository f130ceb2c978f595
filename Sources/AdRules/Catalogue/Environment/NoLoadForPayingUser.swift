import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-load-for-paying-user`.
  public static let noLoadForPayingUser = Rule(
    "no-load-for-paying-user", .environment, .warning,
    [.appOpen, .interstitial, .rewardedInterstitial, .banner, .native],
    observes: [.load, .entitlement], policy: [.coverSeconds],
    "No ad is requested for a user who paid for no ads.",
    precise: """
      at ad.requested: not: the last entitlement.changed before it says ad_free and lies more than \
      cover_s (t) ago
      """,
    notes: """
      Not for `rewarded`: many apps go on to offer such ads to users who paid. Requests of \
      every reason count. What a gap does is the same as in `no-ad-for-paying-user`.
      """,
    actor: .app,
    remedy: """
      Ask for the purchase before each `load(with:request:)`, and stop the timers and the \
      preloader as soon as `Transaction.updates` reports it. A request for nobody lowers the show \
      rate of the unit.
      """,
    links: [.storeEntitlementsIOS],
    .at(.kind(.adRequested)) { context in
      context.forbiddenToPayingUser("\(context.slotName) was requested", after: .coverSeconds)
    }
  )
}
