import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismiss-only-after-present`.
  public static let dismissOnlyAfterPresent = Rule(
    "dismiss-only-after-present", .presentation, .error, .fullScreen,
    observes: [.present],
    "Only an ad that was shown is dismissed.",
    precise: "at ad.dismissed(A): an earlier ad.will_present(A)",
    actor: .network,
    remedy: """
      Ignore a dismissal of an ad that was never shown. Report the adapter to its ad network: it \
      sends the wrong callback.
      """,
    links: [.fullScreenDelegateIOS],
    .each(
      .kind(.adDismissed), needsEarlier: .shown,
      message: "was dismissed although it had never appeared")
  )
}
