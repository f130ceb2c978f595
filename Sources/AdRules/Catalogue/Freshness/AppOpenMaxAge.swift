import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-open-max-age`.
  public static let appOpenMaxAge = Rule(
    "app-open-max-age", .freshness, .error, .appOpen,
    observes: [.load, .present], policy: [.appOpenMaxAgeSeconds],
    "An app-open ad is not shown four hours or more after it was loaded.",
    precise: "at attempt(A): t − t(ad.loaded A) < app_open_max_age_s",
    actor: .app,
    remedy: """
      Store the time of each load. Before `present(from:)`, discard an app open ad that is four \
      hours old or older and request a new one.
      """,
    links: [.appOpenAdsIOS, .appOpenAdGuidance],
    .at(.attempt) { $0.isYounger(than: .appOpenMaxAgeSeconds, "was presented") }
  )
}
