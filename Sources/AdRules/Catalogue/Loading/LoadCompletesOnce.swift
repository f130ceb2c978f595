import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/load-completes-once`.
  public static let loadCompletesOnce = Rule(
    "load-completes-once", .loading, .error, .fullScreen,
    observes: [.load],
    "A load completes only once, with an ad or with an error.",
    precise: "count of ad.loaded + ad.failed_to_load of one request ≤ 1", source: "001 API",
    .atMostOncePerRequest(.adLoaded, .adFailedToLoad, message: "completed")
  )
}
