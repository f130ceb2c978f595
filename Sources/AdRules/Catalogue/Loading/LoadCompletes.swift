import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/load-completes`.
  public static let loadCompletes = Rule(
    "load-completes", .loading, .error, .all,
    observes: [.load], policy: [.loadTimeoutSeconds],
    "Every load completes in time.",
    precise: "ad.requested(R) ⇒ ad.loaded or ad.failed_to_load of R within load_timeout_s",
    actor: .sdk,
    remedy: """
      Treat a load without a result as failed after a timeout, so that the slot can load again. \
      Report the case to the SDK, with the adapter that was called last.
      """,
    links: [.noLoadCallback],
    .response(
      to: .kind(.adRequested), correlation: .request, answers: [.adLoaded, .adFailedToLoad],
      within: { _ in .loadTimeoutSeconds },
      message: { "\($0.requestName) did not complete\($1)" })
  )
}
