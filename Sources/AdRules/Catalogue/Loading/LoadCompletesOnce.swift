import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/load-completes-once`.
  public static let loadCompletesOnce = Rule(
    "load-completes-once", .loading, .error, [.fullScreen, .banner],
    observes: [.load],
    "A load completes only once, with an ad or with an error.",
    precise: "count of ad.loaded + ad.failed_to_load of one request ≤ 1",
    notes: """
      The 2nd and each later completion of a request is a violation, also an `ad.loaded` that \
      came twice. A completion of an unknown request counts as well.
      """,
    actor: .sdk,
    remedy: """
      Ignore every completion of a load after the first. Report the second one, with the \
      response identifier, to the SDK or to the adapter that delivered it.
      """,
    links: [.interstitialAdsIOS],
    .atMostOncePerRequest(.adLoaded, .adFailedToLoad, message: "completed")
  )
}
