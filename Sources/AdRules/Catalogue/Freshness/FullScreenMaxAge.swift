import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/full-screen-max-age`.
  public static let fullScreenMaxAge = Rule(
    "full-screen-max-age", .freshness, .error, [.interstitial, .rewarded, .rewardedInterstitial],
    observes: [.load, .present], policy: [.fullScreenMaxAgeSeconds],
    "Any other full-screen ad is not shown when it is one hour old or older.",
    precise: "at attempt(A): t − t(ad.loaded A) < full_screen_max_age_s", source: "guide",
    .at(.attempt) { $0.isYounger(than: .fullScreenMaxAgeSeconds, "was presented") }
  )
}
