import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/lock-is-not-background`.
  public static let lockIsNotBackground = Rule(
    "lock-is-not-background", .backgroundLockCaps, .error, .appOpen,
    observes: [.present, .lock], timed: true,
    "Locking and unlocking the phone does not lead to an app-open ad.",
    precise: """
      at attempt(A): the last app.entered_background … app.entering_foreground span is not \
      lock-caused
      """,
    notes: "Activated at every app-open attempt; kept if no span ended so far.",
    actor: .app,
    remedy: """
      Do not treat an unlock as an app open: skip the show when the device was locked while the \
      app was in the foreground.
      """,
    links: [.appOpenAdGuidance, .lifeCycleUIKit],
    .at(.attempt, failureOnly: false) { context in
      context.lastSpanIsLockCaused.forbids { lock in
        guard let span = context.session.app.lastEndedSpan else { return .kept }
        return context.violation(
          "\(context.adName) was presented after the phone was locked and unlocked",
          witness: [lock, EventIndex(span.begin), span.end])
      }
    }
  )
}
