import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/previous-session-ended-well`.
  public static let previousSessionEndedWell = Rule(
    "previous-session-ended-well", .environment, .info, .all,
    observes: [.session],
    "The session before did not end with a crash or a hang.",
    precise: "at session.previous_ended: how is neither crash nor hang",
    notes: """
      The last records of the session before, which often is in the same journal, show what the \
      ads did then. A `how` that the vocabulary does not list is undecided (`unknown`).
      """,
    actor: .app,
    remedy: """
      Read the last records of the session before, and the crash report or the `MXAppExitMetric` \
      of the same time. If an ad was on screen, name its network and creative in the report.
      """,
    links: [.appExitMetrics, .frozenAfterAd],
    .at(.kind(.sessionPreviousEnded)) { context in
      switch context.event.how {
      case .crash: context.violation("the session before this one ended with a crash")
      case .hang: context.violation("the session before this one ended because the app hung")
      case .unrecognised: .undecided(.unknown)
      default: .kept
      }
    }
  )
}
