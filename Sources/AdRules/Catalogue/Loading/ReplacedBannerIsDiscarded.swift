import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/replaced-banner-is-discarded`.
  public static let replacedBannerIsDiscarded = Rule(
    "replaced-banner-is-discarded", .loading, .warning, .banner,
    observes: [.load], policy: [.unusedAds],
    "Banners do not pile up.",
    precise: """
      at banner ad.loaded of a slot with an earlier ad.discarded: at most unused_ads banners of the \
      slot were loaded and not discarded since, this one included
      """,
    notes: """
      A banner whose request has reason `refresh` takes the place of the one before it in its \
      slot, which does not count from then on; so does one whose request can be lost. An \
      `ad.loaded` that came twice does not count. Violated if the banners that were loaded since \
      the last gap are too many, else with any gap before it undecided. In a slot without an \
      `ad.discarded` (the app may not record them) there is no activation.
      """,
    actor: .app,
    remedy: """
      Remove the `BannerView` and release it when its page goes away, or keep one view and load \
      it again.
      """,
    links: [.adsNotReleased],
    .atMostUnused(
      replacing: { $0.isRefresh || $0.hasLostRequest }, while: { !$0.wasDiscarded(adAt: $1) },
      onlyWithDiscards: true
    ) { "\($0.adName) was loaded while \($1) other banners of its slot were not discarded" }
  )
}
