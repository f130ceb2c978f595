import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/cold-start-only-on-splash`.
  public static let coldStartOnlyOnSplash = Rule(
    "cold-start-only-on-splash", .coldStart, .error, .appOpen,
    observes: [.present, .splash],
    "On a cold start an app-open ad appears only over the loading screen.",
    precise: """
      at ad.will_present(A) before the first real background of a cold launch: a splash.began \
      without splash.finished
      """,
    source: "000",
    .at(.show) { moment in
      let isCold = moment.isColdLaunch
      if isCold == .no { return nil }
      let launched = moment.session.app.launched
      // Without the launch a gap hides whether the rule asks at all.
      if case .yes = moment.hasSplash { return launched < 0 ? nil : .kept }
      if case .unknown(let why) = isCold { return .undecided(why) }
      return moment.certainOnceLocked(
        moment.violation(
          "\(moment.adName) came up on a cold start while no loading screen was up",
          witness: [launched]))
    }
  )
}
