import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/full-screen-max-age`.
  public static let fullScreenMaxAge = Rule(
    "full-screen-max-age", .freshness, .error, [.interstitial, .rewarded, .rewardedInterstitial],
    observes: [.load, .present], policy: [.fullScreenMaxAgeSeconds],
    "Other full-screen ads are not shown one hour or more after they were loaded.",
    precise: "at attempt(A): t − t(ad.loaded A) < full_screen_max_age_s",
    notes: """
      Activated at every attempt, in whatever way. The age is plain `t` since the ad's first \
      `ad.loaded` (a callback that came twice does not renew it). If no `ad.loaded` was seen, it \
      is an activation only if a gap can hide one that makes the ad too old: if the threshold or \
      more lies between the last record before the first gap and the attempt (a beginning that is \
      lost can lie any time ago). Then it is undecided (`gap`). An ad that was not loaded at all \
      is reported by `present-only-if-loaded` and `known-ad`.
      """,
    actor: .app,
    remedy: """
      Store the time of each load. Before `present(from:)`, discard an ad that is one hour old \
      or older and load another, or let the SDK preload and refresh ads.
      """,
    links: [.adPreloadingIOS],
    .at(.attempt) { $0.isYounger(than: .fullScreenMaxAgeSeconds, "was presented") }
  )
}
