import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/preloader-refills`.
  public static let preloaderRefills = Rule(
    "preloader-refills", .loading, .warning, .all,
    observes: [.load, .preload], policy: [.slotSilenceSeconds],
    "A preloader without an ad gets another one, or says that it cannot.",
    precise: """
      preload.exhausted(unit) ⇒ preload.available, preload.stopped or ad.failed_to_load of the \
      unit within slot_silence_s
      """,
    notes: "Any `ad.failed_to_load` of the unit answers, also one of the app's own load.",
    actor: .sdk,
    remedy: """
      Handle `adFailedToPreload(forPreloadID:error:)` to learn why the preloader has no ad. If it \
      stays silent, call `stopPreloadingAndRemoveAds(for:)` and start it again, and report the \
      case to the SDK.
      """,
    links: [.adPreloadingIOS, .preloadDelegateIOS],
    .response(
      to: .kind(.preloadExhausted), correlation: .unit,
      answers: [.preloadAvailable, .preloadStopped, .adFailedToLoad],
      within: { _ in .slotSilenceSeconds },
      message: {
        "the preloader of \($0.slotName) had no new ad ready\($1) after its last one was taken"
      })
  )
}
