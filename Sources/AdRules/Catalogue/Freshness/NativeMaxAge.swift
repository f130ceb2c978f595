import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-max-age`.
  public static let nativeMaxAge = Rule(
    "native-max-age", .freshness, .warning, .native,
    observes: [.load, .revenue], policy: [.nativeMaxAgeSeconds],
    "A native ad has its first impression less than one hour after it was loaded.",
    precise: "at the first ad.impression of A: t − t(ad.loaded A) < native_max_age_s",
    notes: """
      Only the first `ad.impression` of the ad is judged. With a gap since the load, a violation \
      is undecided: the first impression can be lost. Without an `ad.loaded` it works like \
      `app-open-max-age`.
      """,
    actor: .app,
    remedy: """
      Discard a native ad that was not displayed within an hour, and load a new one with \
      `AdLoader`.
      """,
    links: [.nativeAdsIOS],
    .at(.kind(.adImpression)) { context in
      let age = context.isYounger(than: .nativeMaxAgeSeconds, "had its first impression")
      switch context.earlier(.impression) {
      case .yes: return nil
      case .no: return age
      case .unknown(let why): return age?.isViolated == true ? .undecided(why) : age
      }
    }
  )
}
