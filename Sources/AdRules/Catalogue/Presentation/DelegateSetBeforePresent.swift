import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/delegate-set-before-present`.
  public static let delegateSetBeforePresent = Rule(
    "delegate-set-before-present", .presentation, .error, .fullScreen,
    observes: [.present, .delegate],
    "The full-screen delegate is set before the ad is presented.",
    precise: "at attempt(A): an earlier ad.delegate_set(A)",
    actor: .app,
    remedy: """
      Set `fullScreenContentDelegate` in the load completion, before `present(from:)`. The \
      property is weak, so keep the delegate object alive.
      """,
    links: [.fullScreenDelegateIOS, .interstitialReferenceIOS],
    .each(
      .attempt, needsEarlier: .delegateSet,
      message: "was presented before its full-screen delegate was set")
  )
}
