import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/decision-on-every-foreground`.
  public static let decisionOnEveryForeground = Rule(
    "decision-on-every-foreground", .backgroundLockCaps, .info, .appOpen,
    observes: [.decision, .lock], policy: [.decisionSeconds],
    "On every return to the foreground, the app decides whether to show an app-open ad.",
    precise: """
      in a session with any app_open event: app.entering_foreground of a real span ⇒ \
      ad.show_decided (app_open) within decision_s
      """,
    notes: """
      Applies if the session has an event whose own `format` is `app_open`. Any app-open decision \
      answers.
      """,
    actor: .app,
    remedy: """
      Decide at every return to the foreground whether to show an app open ad, and record the \
      decision with its reason.
      """,
    links: [.appOpenAdsIOS],
    .response(
      to: .kind(.appEnteringForeground),
      where: { $0.isRealReturn != .no },
      correlation: .session, answers: [.adShowDecided], accepts: { $0.event.format == .appOpen },
      within: { _ in .decisionSeconds },
      unless: { Exemption(if: $0.isRealReturn.negated) },
      shownBy: { (EventIndex($0.returningSpan?.begin), .none) }, onlyWithAppOpenEvents: true,
      message: { "the app returned to the foreground without an app-open decision\($1)" })
  )
}
