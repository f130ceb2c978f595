import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/banner-width-given`.
  public static let bannerWidthGiven = Rule(
    "banner-width-given", .loading, .warning, .banner,
    observes: [.load],
    "A banner is requested with a width.",
    precise: "banner ad.requested: width > 0, where it is given",
    notes: """
      A request without `width` is no activation. A width beyond that of the scene breaks nothing: \
      an app may request for the new size before the resize of the scene is complete.
      """,
    actor: .app,
    remedy: """
      Compute the adaptive `adSize` after layout, for example in `viewDidAppear(_:)`, when the \
      width of the view is known.
      """,
    links: [.bannerAdsIOS],
    .at(.kind(.adRequested)) { context in
      guard let width = context.event.width else { return nil }
      if width > 0 { return .kept }
      return context.violation("\(context.slotName) was requested with a width of \(width) points")
    }
  )
}
