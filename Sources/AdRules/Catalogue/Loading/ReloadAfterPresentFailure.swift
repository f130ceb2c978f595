import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reload-after-present-failure`.
  public static let reloadAfterPresentFailure = Rule(
    "reload-after-present-failure", .loading, .warning, .fullScreen,
    observes: [.load, .present], policy: [.reloadAfterPresentFailureSeconds],
    "After an ad fails to present, the next one is requested.",
    precise: """
      ad.failed_to_present(A, slot) ⇒ ad.requested(slot) within reload_after_present_failure_s, \
      unless another ad of the slot is ready or the slot is not free
      """,
    actor: .app,
    remedy: """
      Request the next ad in `ad(_:didFailToPresentFullScreenContentWithError:)`, after you \
      cleared the reference to the failed ad.
      """,
    links: [.appOpenAdsIOS],
    .response(
      to: .kind(.adFailedToPresent), correlation: .slot, answers: [.adRequested],
      within: { _ in .reloadAfterPresentFailureSeconds },
      unless: { $0.unlessAnotherAdIsReadyOrItsSlotIsNotFree },
      message: { "\($0.slotName) was not requested\($1) after \($0.adName) failed to present" })
  )
}
