import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-open-max-age`.
  public static let appOpenMaxAge = Rule(
    "app-open-max-age", .freshness, .error, .appOpen,
    observes: [.load, .present], policy: [.appOpenMaxAgeSeconds],
    "An app-open ad is not shown four hours or more after it was loaded.",
    precise: "at attempt(A): t − t(ad.loaded A) < app_open_max_age_s", source: "000",
    .at(.attempt) { $0.isYounger(than: .appOpenMaxAgeSeconds, "was presented") }
  )
}
