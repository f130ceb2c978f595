import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/will-and-did-dismiss`.
  public static let willAndDidDismiss = Rule(
    "will-and-did-dismiss", .presentation, .warning, .fullScreen,
    observes: [.present], policy: [.dismissPairSeconds],
    "Every dismissal that begins ends in time.",
    precise: "ad.will_dismiss(A) ⇒ ad.dismissed(A) within dismiss_pair_s",
    actor: .sdk,
    remedy: """
      Resume the app when the scene becomes active again, even without \
      `adDidDismissFullScreenContent`. Report the missing callback to the SDK.
      """,
    links: [.fullScreenDelegateIOS, .frozenAfterAd],
    .response(
      to: .kind(.adWillDismiss), correlation: .ad, answers: [.adDismissed],
      within: { _ in .dismissPairSeconds },
      message: { "the dismissal of \($0.adName) began and did not end\($1)" })
  )
}
