import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/request-once-per-appearance`.
  public static let requestOncePerAppearance = Rule(
    "request-once-per-appearance", .loading, .warning,
    [.interstitial, .rewarded, .rewardedInterstitial, .banner, .native],
    observes: [.load],
    "A view that appears again does not repeat its first request.",
    precise: """
      at ad.requested with reason view_did_appear: no earlier one of its slot since the last \
      ad.failed_to_load or ad.discarded of the slot
      """,
    notes: """
      Only requests of reason `view_did_appear` are activations, and only they count as earlier \
      ones; after an `ad.failed_to_load` or `ad.discarded` of the slot the count starts again.
      """,
    actor: .app,
    remedy: """
      Guard the first request in `viewDidAppear(_:)` with a flag of the view controller, because \
      UIKit calls this method each time the view appears.
      """,
    links: [.multipleWindowsIOS],
    .at(.kind(.adRequested)) { context in
      guard context.event.reason == .viewDidAppear else { return nil }
      return context.hasRequestForAppearance.forbids { earlier in
        context.violation(
          "\(context.slotName) was requested again because its view appeared again",
          witness: [earlier])
      }
    }
  )
}
