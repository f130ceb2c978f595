import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/splash-ends`.
  public static let splashEnds = Rule(
    "splash-ends", .coldStart, .warning, .appOpen,
    observes: [.splash, .consent], policy: [.splashMaxSeconds],
    "The loading screen is finished in time.",
    precise: """
      splash.began ⇒ splash.finished of the scene within splash_max_s, not counting the time in \
      which an ad is shown or a consent form is up
      """,
    notes: """
      One activation for each `splash.began`; the clock is active time without (a) the time from \
      `consent.form_shown` to `consent.form_closed`, and (b) the time in which any full-screen ad \
      is shown in any scene. Both count even if they began before the loading screen.
      """,
    actor: .app,
    remedy: """
      Start a timer with the loading screen. When it ends, close the screen and go on without an \
      ad.
      """,
    links: [.appOpenAdsIOS],
    .response(
      to: .splashBegan, correlation: .scene, answer: .splashFinished,
      notCountingAdsWithin: .splashMaxSeconds,
      message: { "the loading screen\($0.inScene) did not finish\($1)" }
    )
    .demanding(.splashFinished)
  )
}
