import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-open-max-age`.
  public static let appOpenMaxAge = Rule(
    "app-open-max-age", .freshness, .error, .appOpen,
    observes: [.load, .present], policy: [.appOpenMaxAgeSeconds],
    "An app-open ad is not shown four hours or more after it was loaded.",
    precise: "at attempt(A): t − t(ad.loaded A) < app_open_max_age_s",
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
      Store the time of each load. Before `present(from:)`, discard an app open ad that is four \
      hours old or older and request a new one.
      """,
    links: [.appOpenAdsIOS, .appOpenAdGuidance],
    .at(.attempt) { $0.isYounger(than: .appOpenMaxAgeSeconds, "was presented") }
  )
}
