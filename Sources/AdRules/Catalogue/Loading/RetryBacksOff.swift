import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/retry-backs-off`.
  public static let retryBacksOff = Rule(
    "retry-backs-off", .loading, .warning, [.fullScreen, .banner],
    observes: [.load], policy: [.retryBaseSeconds, .retryMaxSeconds],
    "Failed loads are retried with growing pauses.",
    precise: """
      after k ≥ 1 consecutive ad.failed_to_load of a slot, (first answers to their requests, \
      counted since its last ad.loaded) the next ad.requested of it with reason ∉ \
      {resized, config, user, preload} comes no sooner than min(retry_base_s · 2^(k−1), retry_max_s) \
      after the last failure (t)
      """,
    notes: """
      Activated at the first request after the last failure of the slot whose reason is not \
      `resized`, `config`, `user` or `preload`; a request of these reasons is not judged and does not end the \
      wait. k counts all failures since the last `ad.loaded` of the slot that are the first answer \
      to their request: a load that is answered twice failed once, and an app that waits for one \
      answer never learns of the second. With a gap since the request (since the beginning, if it \
      was not seen) it is unknown whether the failure counts. A pause of exactly that length is \
      kept. After a gap it is undecided while a pause that began in the gap can last.
      """,
    actor: .app,
    remedy: """
      Double the pause after each failed load of a slot: 2, 4, 8 up to 64 seconds. Reset it \
      after a success.
      """,
    links: [.maxInterstitialIOS, .adPreloadingIOS],
    .at(.kind(.adRequested)) { $0.isPatientRetry }
  )
}
