import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/banner-is-kept`.
  public static let bannerIsKept = Rule(
    "banner-is-kept", .loading, .warning, .banner,
    observes: [.load], policy: [.bannerRefreshSeconds],
    "A banner is kept for the next visit or drawing of its page.",
    precise: """
      at banner ad.requested of a slot with reason ∉ {refresh, resized, config, user}: not: the \
      third of the three banners loaded last in the slot was loaded less than banner_refresh_s (t) \
      after the first of them, each was discarded before the next one was loaded (the third: before the \
      request) with reason ∉ {replaced, resized, scene_closed, memory, expired}, and no \
      ad.failed_to_load of the slot lies after the ad.loaded of the first
      """,
    notes: """
      A request for a page that the user opened (reason `user`) is none: each page may have a banner \
      of its own. Every other such request is an activation; with fewer than three banners it is kept. The first \
      `ad.discarded` of a banner counts; an `ad.loaded` that came twice does not. Only banners that \
      were loaded after the last gap and the last failed load count. If they are fewer than three, a \
      gap after the last failed load leaves the request undecided, unless one of them was not \
      discarded as above, or the last of them was loaded `banner_refresh_s` or more after the gap. \
      A record of unknown scene counts like a gap in its place; a request of unknown scene is \
      undecided (`unknown`).
      """,
    actor: .app,
    remedy: """
      Create the `BannerView` once for its page, outside of the code that draws it, and keep it while \
      the page is hidden. The ad unit refreshes it.
      """,
    links: [.bannerAdsIOS],
    .bannersAreKept()
  )
}
