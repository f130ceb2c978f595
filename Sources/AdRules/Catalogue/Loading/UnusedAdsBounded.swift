import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/unused-ads-bounded`.
  public static let unusedAdsBounded = Rule(
    "unused-ads-bounded", .loading, .warning, [.fullScreen, .native],
    observes: [.load], policy: [.unusedAds], timed: true,
    "Ads that nobody sees do not pile up.",
    precise: """
      at ad.loaded: at most unused_ads requests of the slot have an ad that is unused, this one \
      included. Unused: loaded, younger than its maximum age, not expired and not discarded; not \
      attempted (full-screen); without impression (native); unless the unit is kept by a preloader
      """,
    notes: """
      The maximum age is that of the ad's format (`app_open_max_age_s`, `full_screen_max_age_s`, \
      `native_max_age_s`): an older ad is of no use. Native ads count only if `revenue` is \
      captured. An `ad.loaded` that came twice does not count. Violated if the ads that were loaded \
      since the last gap are too many, else with any gap before it undecided.
      """,
    actor: .app,
    remedy: """
      Keep at most one or two ads per slot, and load the next one when one was shown. Release ads \
      that will not be shown.
      """,
    links: [.adsNotReleased, .nativeAdsIOS],
    .atMostUnused(
      where: { $0.facts.format != .native || $0.captures(.revenue) },
      while: { $0.isUnused(adAt: $1) }, unless: { $0.hasPreloader($0.event.unit) }
    ) { "\($0.adName) was loaded while ads of \($1) other requests of its slot were unused" }
  )
}

extension EvaluationContext {
  /// Whether the ad of an earlier `ad.loaded` was neither attempted nor seen, and may still be.
  fileprivate func isUnused(adAt loaded: Int) -> Bool {
    let event = event(at: loaded)
    guard let ad = session.adNumber(event.ad), session.ads[ad].loadedIndex == loaded,
      session.isHeld(ad)
    else { return false }
    if session.facts.last(.impression, of: ad) != nil { return false }
    let key = Session.maxAgeKey(event.format) ?? .nativeMaxAgeSeconds
    return elapsed(since: loaded) < milliseconds(key) ?? .max
  }
}
