import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/expired-ad-not-shown`.
  public static let expiredAdNotShown = Rule(
    "expired-ad-not-shown", .freshness, .error, .fullScreen,
    observes: [.load, .present],
    "An ad that the network reported as expired is not shown.",
    precise: "at attempt(A): no earlier ad.expired(A)",
    actor: .app,
    remedy: """
      Handle the expiry callback of the network: drop the ad object, load a new ad, and never \
      present the old one.
      """,
    links: [.unityAdsErrors],
    .each(
      .attempt, forbidsEarlier: .expired,
      message: "was presented although the network had reported it as expired")
  )
}
