import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/used-object-not-loaded-again`.
  public static let usedObjectNotLoadedAgain = Rule(
    "used-object-not-loaded-again", .loading, .error, .all,
    observes: [.load],
    "An ad object that was used is not asked to load again.",
    precise: """
      at ad.failed_to_load with cause already_used: no earlier ad.failed_to_load of the slot with \
      this cause since its last ad.loaded
      """,
    notes: """
      The first such failure is kept: the SDK told the app. A failure of undetermined cause is no \
      activation, or undecided (`unknown`) where it can be the second one; so is a failure after \
      one of undetermined cause. A gap since the earlier failure, or since the last `ad.loaded` if \
      none was seen: undecided.
      """,
    actor: .app,
    remedy: """
      Make a new ad object for each load. An object that was shown is used up: release it at its \
      dismissal.
      """,
    links: [.loadErrorCodesIOS, .interstitialAdsIOS],
    .loadsNewObjects()
  )
}
