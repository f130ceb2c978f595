import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/full-screen-max-age`.
  public static let fullScreenMaxAge = Rule(
    "full-screen-max-age", .freshness, .error, [.interstitial, .rewarded, .rewardedInterstitial],
    observes: [.load, .present], policy: [.fullScreenMaxAgeSeconds],
    "Other full-screen ads are not shown one hour or more after they were loaded.",
    precise: "at attempt(A): t − t(ad.loaded A) < full_screen_max_age_s",
    actor: .app,
    remedy: """
      Store the time of each load. Before `present(from:)`, discard an ad that is one hour old \
      or older and load another, or let the SDK preload and refresh ads.
      """,
    links: [.adPreloadingIOS],
    .at(.attempt) { $0.isYounger(than: .fullScreenMaxAgeSeconds, "was presented") }
  )
}
