import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reload-after-dismiss`.
  public static let reloadAfterDismiss = Rule(
    "reload-after-dismiss", .loading, .error, .fullScreen,
    observes: [.load, .present],
    policy: [.appOpenReloadAfterDismissSeconds, .reloadAfterDismissSeconds],
    "After an ad is dismissed, the next one is requested.",
    precise: """
      ad.dismissed(A, slot) ⇒ ad.requested(slot) within app_open_reload_after_dismiss_s \
      (app_open) or reload_after_dismiss_s (others), unless at the dismissal another ad of the \
      slot is ready or the slot is not free
      """,
    notes: """
      The slot is that of the dismissal: its unit, and its scene (its own, else that of the ad's \
      load). The dismissed ad itself is not "another ad". The format of the dismissal chooses the \
      threshold.
      """,
    actor: .app,
    remedy: """
      Request the next ad in `adDidDismissFullScreenContent`. Set `fullScreenContentDelegate` on \
      each new ad, or this callback does not arrive.
      """,
    links: [.appOpenAdsIOS, .interstitialAdsIOS],
    .response(
      to: .kind(.adDismissed), correlation: .slot, answers: [.adRequested],
      within: {
        $0.facts.format == .appOpen ? .appOpenReloadAfterDismissSeconds : .reloadAfterDismissSeconds
      },
      unless: { $0.unlessAnotherAdIsReadyOrItsSlotIsNotFree },
      message: { "\($0.slotName) was not requested\($1) after \($0.adName) was dismissed" })
  )
}
