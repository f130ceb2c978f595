import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/banner-follows-width`.
  public static let bannerFollowsWidth = Rule(
    "banner-follows-width", .severalWindows, .warning, .banner,
    observes: [.load, .scene, .visibility], policy: [.fitCheckSeconds],
    "A banner is requested again after the width of its window changed.",
    precise: """
      scene.resized(C) with another width and a loaded banner of C that is not hidden ⇒ \
      ad.requested of its slot within fit_check_s, unless the slot is not free
      """,
    notes: """
      One activation for each `scene.resized` whose width differs from that of the last \
      `scene.connected` or `scene.resized` of the scene, if a slot of that scene has a visible \
      banner. Kept if each such slot gets a request in time or is not free; violated if one does \
      not. If no earlier size was seen, it is undecided (`unknown`) unless all are answered.
      """,
    actor: .app,
    remedy: """
      After a resize, compute the adaptive `adSize` for the new width, set it on the \
      `BannerView` and load again with the scene.
      """,
    links: [.multipleWindowsIOS, .bannerAdsIOS],
    .eachBanner(
      whenItsSceneHas: .sceneResized, where: { $0.changesWidth }, isAnsweredIn: .adRequested,
      within: .fitCheckSeconds,
      message: {
        "the banner of \($0) was not requested again\($1) after the width of its window changed"
      })
  )
}
