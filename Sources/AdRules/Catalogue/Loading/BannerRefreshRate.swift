import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/banner-refresh-rate`.
  public static let bannerRefreshRate = Rule(
    "banner-refresh-rate", .loading, .warning, .banner,
    observes: [.load], policy: [.bannerRefreshSeconds],
    "A banner stays for a while before the SDK replaces it.",
    precise: """
      sdk = google-mobile-ads: at banner ad.loaded of an ad.requested R with reason refresh: t(R) − \
      t(the ad.requested of the last banner that was loaded in the slot) ≥ banner_refresh_s − 1 s
      """,
    notes: """
      `sdk` is that of the header. The requests are compared, because a load can be slow. Banners \
      that were discarded for another reason than `replaced` do not count. No activation: without \
      an earlier banner or one of the two requests, with a `scene.resized` of the scene since the \
      earlier one, with more than one banner that was not discarded (several views, each with \
      refreshes of its own), and an `ad.loaded` that came twice. With any gap before it, what would be violated is undecided. An `ad.loaded` of unknown \
      scene is undecided (`unknown`).
      """,
    actor: .sdk,
    remedy: """
      Set the refresh rate of the ad unit to 30 s or more, and do not call `load(_:)` on a view \
      that refreshes by itself. Report an ad that comes twice to the SDK.
      """,
    links: [.bannerAdsIOS],
    .refreshesSlowly()
  )
}
