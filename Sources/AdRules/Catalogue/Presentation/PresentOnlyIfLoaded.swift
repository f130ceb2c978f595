import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/present-only-if-loaded`.
  public static let presentOnlyIfLoaded = Rule(
    "present-only-if-loaded", .presentation, .error, .fullScreen,
    observes: [.load, .present],
    "Only an ad that was loaded is presented.",
    precise: "at attempt(A): an earlier ad.loaded(A)",
    actor: .app,
    remedy: """
      Call `present(from:)` only on an ad object that the load completion delivered. If there is \
      none, request one and go on without an ad.
      """,
    links: [.presentErrorCodesIOS, .interstitialAdsIOS],
    .each(
      .attempt, needsEarlier: .loaded, message: "was presented although it had never been loaded")
  )
}
