import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/decision-agrees-with-state`.
  public static let decisionAgreesWithState = Rule(
    "decision-agrees-with-state", .presentation, .error, .fullScreen,
    observes: [.load, .present, .decision],
    policy: [.coverSeconds, .appOpenMaxAgeSeconds, .fullScreenMaxAgeSeconds],
    "The reason of a decision agrees with what the app knows.",
    precise: """
      at ad.show_decided(skip, not_ready): no ad of the slot and format is ready since more than \
      cover_s (t); at (skip, showing): a full-screen ad is shown or pending in any scene, or the \
      last end of a show or presentation is at most cover_s (t) ago; at (skip, expired): no ad of \
      the slot and format is ready that is older than cover_s and younger than half of its maximum \
      age; at (show, ready) without an ad: an ad of the unit was loaded and since then not \
      attempted, discarded or expired
      """,
    notes: """
      Other reasons are no activation: `interval`, for example, stands for many pauses, and calls \
      without an outcome count for a `daily_cap` before they are in `remaining`. The end of a show \
      is an `ad.dismissed` or `ad.failed_to_present` of a full-screen ad, or the evidence that it \
      is over (the term *shown*). For (show, ready), neither the age of the ad nor its scene \
      matters; an ad that the decision names is judged at its attempt.
      """,
    actor: .app,
    remedy: """
      Decide on the main thread, from the ad objects and callbacks themselves: not from a flag \
      that a lost callback leaves set, and not from a copy that another thread updates.
      """,
    links: [.appOpenAdsIOS, .interstitialAdsIOS],
    .at(.kind(.adShowDecided)) { $0.agreesWithState }
  )
}
