import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-multi-load-bounded`.
  public static let nativeMultiLoadBounded = Rule(
    "native-multi-load-bounded", .loading, .warning, .native,
    observes: [.load],
    "A request for native ads delivers no more ads than it asked for.",
    precise: "count of ad.loaded of one request ≤ its count (1 when absent)",
    notes: """
      Every `ad.loaded` of the request counts, also one that came twice. If the request was not \
      seen: undecided.
      """,
    actor: .sdk,
    remedy: """
      Ignore ads beyond the number that you asked for. Report the case to the SDK or to the \
      adapter that delivered them.
      """,
    links: [.nativeAdsIOS],
    .atMostAskedFor(.adLoaded, message: "delivered")
  )
}
