import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reload-storm-after-present-failure`.
  public static let reloadStormAfterPresentFailure = Rule(
    "reload-storm-after-present-failure", .loading, .error, .fullScreen,
    observes: [.load, .present], policy: [.presentFailureStorm, .presentFailureStormSeconds],
    "A slot does not fail to present with the same error code again and again.",
    precise: """
      at each ad.failed_to_present: fewer than present_failure_storm of its slot and code in the \
      last present_failure_storm_s (t, closed), itself included
      """,
    notes: """
      "closed": a failure exactly `present_failure_storm_s` ago counts. Failures without a code \
      have one code in common. A threshold of 0 counts as 1.
      """,
    actor: .app,
    remedy: """
      Count present failures with the same code. After the second one, wait before you load and \
      present again, and fix what the code names.
      """,
    links: [.presentErrorCodesIOS],
    .fewer(
      than: .presentFailureStorm, within: .presentFailureStormSeconds, of: .adFailedToPresent,
      message: "failed to present")
  )
}
