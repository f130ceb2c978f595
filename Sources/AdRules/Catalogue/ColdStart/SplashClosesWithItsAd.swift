import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/splash-closes-with-its-ad`.
  public static let splashClosesWithItsAd = Rule(
    "splash-closes-with-its-ad", .coldStart, .warning, .appOpen,
    observes: [.splash, .present], policy: [.splashCloseSeconds],
    "The loading screen closes when the ad over it is dismissed.",
    precise: "ad.dismissed of an ad shown during a splash ⇒ splash.finished within splash_close_s",
    notes: """
      Activated at the dismissal of an app-open ad that had a loading screen under it. If that \
      ended before the dismissal it is kept.
      """,
    actor: .app,
    remedy: """
      Close the loading screen in `adDidDismissFullScreenContent` of the ad that was shown over \
      it.
      """,
    links: [.appOpenAdsIOS],
    .response(
      to: .kind(.adDismissed), where: { $0.mayHaveSplashUnderAd },
      correlation: .scene,
      answers: [.splashFinished], within: { _ in .splashCloseSeconds },
      unless: { $0.unlessSplashIsGone },
      shownBy: { ($0.splashUnderAd?.began ?? .none, EventIndex($0.last(.shown))) },
      message: { "the loading screen did not close\($1) after \($0.adName) over it was dismissed" })
  )
}
