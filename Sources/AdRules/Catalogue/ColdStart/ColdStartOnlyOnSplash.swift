import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cold-start-only-on-splash`.
  public static let coldStartOnlyOnSplash = Rule(
    "cold-start-only-on-splash", .coldStart, .error, .appOpen,
    observes: [.present, .splash], timed: true,
    "On a cold start, an app-open ad appears only over the loading screen.",
    precise: """
      at ad.will_present(A) before the first real background of a cold launch, before the first \
      content.shown and at most 10 s (t) after the first record: a splash.began without \
      splash.finished
      """,
    notes: """
      Activated at each app-open show before the first real span of a cold launch. A show after a \
      `content.shown`, of any scene, is judged by `nothing-after-main-content`. A loading screen \
      of any scene is enough. A span that is open at the show is real if no lock explains \
      it in time, even if that becomes known only later.
      """,
    actor: .app,
    remedy: """
      On a cold start, present the app open ad only while the loading screen is up. Keep an ad \
      that arrives later for the next return.
      """,
    links: [.appOpenAdsIOS, .appOpenAdGuidance],
    .at(.show) { context in
      if context.session.screen.contentShown.isPresent { return nil }
      if context.elapsed(since: 0) > mostAfterStart { return nil }
      let isCold = context.isColdLaunch
      if isCold == .no { return nil }
      let launched = context.session.app.launched
      // Without the launch a gap hides whether the rule asks at all.
      if case .yes = context.hasSplash { return launched.isAbsent ? nil : .kept }
      if case .unknown(let why) = isCold { return .undecided(why) }
      // A gap can also hide the content, or the real beginning of the session.
      if context.hasGap(since: .none) { return .undecided(.gap) }
      return context.certainOnceLocked(
        context.violation(
          "\(context.adName) appeared on a cold start without a loading screen",
          witness: [launched]))
    }
    .demanding(.splashBegan)
  )

  /// A cold start takes at most this long after the first record, in milliseconds of `t`.
  private static let mostAfterStart: Int64 = 10_000
}
