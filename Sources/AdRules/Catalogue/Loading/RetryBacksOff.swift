import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/retry-backs-off`.
  public static let retryBacksOff = Rule(
    "retry-backs-off", .loading, .warning, [.fullScreen, .banner],
    observes: [.load], policy: [.retryBaseSeconds, .retryMaxSeconds],
    "Failed loads are retried with growing pauses.",
    precise: """
      after k ≥ 1 consecutive ad.failed_to_load of a slot, (counted since its last ad.loaded) \
      the next ad.requested of it with reason ∉ {resized, config, user} comes no sooner than \
      min(retry_base_s · 2^(k−1), retry_max_s) after the last failure (t)
      """, source: "incident",
    .at(.kind(.adRequested)) { $0.isPatientRetry }
  )
}
