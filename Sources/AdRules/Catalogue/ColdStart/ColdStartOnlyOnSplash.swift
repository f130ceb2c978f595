import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cold-start-only-on-splash`.
  public static let coldStartOnlyOnSplash = Rule(
    "cold-start-only-on-splash", .coldStart, .error, .appOpen,
    observes: [.present, .splash],
    "On a cold start, an app-open ad appears only over the loading screen.",
    precise: """
      at ad.will_present(A) before the first real background of a cold launch: a splash.began \
      without splash.finished
      """,
    notes: """
      Activated at each app-open show before the first real span of a cold launch. A loading \
      screen of any scene is enough. A span that is open at the show is real if no lock explains \
      it in time, even if that becomes known only later.
      """,
    actor: .app,
    remedy: """
      On a cold start, present the app open ad only while the loading screen is up. Keep an ad \
      that arrives later for the next return.
      """,
    links: [.appOpenAdsIOS, .appOpenAdGuidance],
    .at(.show) { context in
      let isCold = context.isColdLaunch
      if isCold == .no { return nil }
      let launched = context.session.app.launched
      // Without the launch a gap hides whether the rule asks at all.
      if case .yes = context.hasSplash { return launched.isAbsent ? nil : .kept }
      if case .unknown(let why) = isCold { return .undecided(why) }
      return context.certainOnceLocked(
        context.violation(
          "\(context.adName) appeared on a cold start without a loading screen",
          witness: [launched]))
    }
    .demanding(.splashBegan)
  )
}
