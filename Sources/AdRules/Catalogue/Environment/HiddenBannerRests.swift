import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/hidden-banner-rests`.
  public static let hiddenBannerRests = Rule(
    "hidden-banner-rests", .environment, .warning, .banner,
    observes: [.load, .visibility],
    "A hidden banner is not refreshed.",
    precise: """
      hidden: the last view.* event of the slot is view.hidden, with no ad.discarded of that ad \
      since. At each banner ad.requested with reason ∉ {launch, user, view_did_load, \
      view_did_appear}: the slot is not hidden; at each banner ad.loaded: its request was not \
      made against that; at each banner ad.impression: the slot is not hidden
      """,
    actor: .app,
    remedy: """
      Stop loading when the banner leaves the screen: pause your own refresh timer, or remove \
      the `BannerView`. Load again when it is visible.
      """,
    links: [.hiddenBanner],
    .hiddenBannerRests()
  )
}
