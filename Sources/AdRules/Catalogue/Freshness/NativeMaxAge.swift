import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-max-age`.
  public static let nativeMaxAge = Rule(
    "native-max-age", .freshness, .warning, .native,
    observes: [.load], policy: [.nativeMaxAgeSeconds],
    "A native ad is first seen less than one hour after it was loaded.",
    precise: """
      at the first of ad.impression(A) and view.appeared(A): t − t(ad.loaded A) < native_max_age_s
      """,
    notes: """
      Only the first of these events of the ad is judged. An impression is seen only if `revenue` is \
      captured, a `view.appeared` only if `visibility` is. With a gap since the load, a violation \
      is undecided: the first of them can be lost. Without an `ad.loaded` it works like \
      `app-open-max-age`.
      """,
    actor: .app,
    remedy: """
      Discard a native ad that was not displayed within an hour, and load a new one with \
      `AdLoader`.
      """,
    links: [.nativeAdsIOS],
    .at(.kind(.adImpression), .kind(.viewAppeared)) { context in
      let isImpression = context.event.kind == .adImpression
      let age = context.isYounger(
        than: .nativeMaxAgeSeconds, isImpression ? "had its first impression" : "came into view")
      switch context.earlier(.impression).or(context.earlier(.viewAppeared)) {
      case .yes: return nil
      case .no: return age
      case .unknown(let why): return age?.isViolated == true ? .undecided(why) : age
      }
    }
  )
}
