import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/view-passed-to-network`.
  public static let viewPassedToNetwork = Rule(
    "view-passed-to-network", .mediation, .error, .native,
    observes: [.native],
    "A network that tracks impressions or clicks itself receives the ad's view.",
    precise: "handles_impressions or handles_clicks ⇒ native.rendered.view_passed",
    notes: """
      Activated at each `native.rendered` of an ad whose last mapping handles impressions or \
      clicks. Without `view_passed`: undecided (`unknown`).
      """,
    actor: .network,
    remedy: """
      Hand the view to the network in \
      `didRender(in:clickableAssetViews:nonclickableAssetViews:viewController:)`, so that it can \
      track the ad.
      """,
    links: [.mediationNativeAdIOS, .nativeCustomEventsIOS],
    .at(.kind(.nativeRendered)) { context in
      guard let mapped = context.last(.mapped) else {
        let isPassed = context.event.flag(Flag.viewPassed) == true
        return context.canHideMappingOfAd && !isPassed ? .undecided(.gap) : nil
      }
      let tracks = context.saidByMappings { $0.handlesTracking }
      if tracks == false { return nil }
      guard let isPassed = context.event.flag(Flag.viewPassed) else { return .undecided(.unknown) }
      if isPassed { return tracks == nil ? nil : .kept }
      if tracks == nil { return .undecided(.unknown) }
      return context.violation(
        "\(context.adName) was rendered, but its view was not passed to the network, which tracks the ad itself",
        witness: [mapped])
    }
  )
}
