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
    notes: """
      Three kinds of activations, see hidden slot: a request (of another reason than the four \
      named, or of none), an `ad.loaded`, and an `ad.impression`, all of banners. A load breaks \
      the rule if its request did; a load of a request that was not judged is kept.
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
