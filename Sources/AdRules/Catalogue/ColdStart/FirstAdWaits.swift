import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/first-ad-waits`.
  public static let firstAdWaits = Rule(
    "first-ad-waits", .coldStart, .warning, .appOpen,
    observes: [.present], policy: [.firstAdMinLaunches],
    "New users see no app-open ad during their first launches.",
    precise: """
      at ad.will_present(A): launch_count ≥ first_ad_min_launches (no launch_count: not \
      captured)
      """,
    notes: "Without `launch_count` in the header the rule does not apply (`not-captured`).",
    actor: .app,
    remedy: """
      Count the launches of the install, and present no app open ad before the count reaches the \
      minimum of your app.
      """,
    links: [.appOpenAdsIOS],
    .at(.show, where: { $0.trace.header.map { $0.launchCount != nil } ?? true }) { context in
      if context.isUnset(.firstAdMinLaunches) { return nil }
      guard let launches = context.session.header?.launchCount,
        let least = context.count(.firstAdMinLaunches)
      else { return .undecided(.unknown) }
      if launches >= least { return .kept }
      return context.violation(
        "\(context.adName) appeared on launch \(launches) of this install "
          + "(limit \(least), first_ad_min_launches)",
        policy: [.firstAdMinLaunches], measured: Double(launches))
    }
  )
}
