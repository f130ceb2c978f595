import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/daily-cap`.
  public static let dailyCap = Rule(
    "daily-cap", .backgroundLockCaps, .error, .appOpen,
    observes: [.present], policy: [.dailyCap], timed: true,
    "The number of app-open ads shown on one local day is limited.",
    precise: """
      count of ad.will_present (app_open) on the local day, over all sessions of the install ≤ \
      daily_cap
      """,
    notes: """
      Activated at each app-open show, which is counted together with the shows of its day before \
      it (section 8). Every show beyond the cap is a violation.
      """,
    actor: .app,
    remedy: """
      Count the app open shows per local day in storage that survives a relaunch, and check the \
      count before `present(from:)`.
      """,
    links: [.frequencyCapping],
    .at(.show) { context in
      if context.isUnset(.dailyCap) { return nil }
      guard let cap = context.count(.dailyCap), let day = context.localDay else {
        return .undecided(.unknown)
      }
      return context.showCount(of: day) { $0 + 1 > cap }.forbids { _ in
        let number = context.showCount(of: day) + 1
        return context.violation(
          "\(context.adName) was show \(number) of its local day (limit \(cap), daily_cap)",
          witness: context.lastShows(of: day, Int(clamping: max(0, cap))), policy: [.dailyCap],
          measured: Double(number))
      }
    }
  )
}
