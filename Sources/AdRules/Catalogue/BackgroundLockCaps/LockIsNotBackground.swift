import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/lock-is-not-background`.
  public static let lockIsNotBackground = Rule(
    "lock-is-not-background", .backgroundLockCaps, .error, .appOpen,
    observes: [.present, .lock],
    "Locking and unlocking the phone does not lead to an app-open ad.",
    precise: """
      at attempt(A): the last app.entered_background … app.entering_foreground span is not \
      lock-caused
      """, source: "004",
    .at(.attempt, failureOnly: false) { context in
      switch context.lastSpanIsLockCaused {
      case .no: return .kept
      case .unknown(let why): return .undecided(why)
      case .yes(let lock):
        guard let span = context.session.app.lastEndedSpan else { return .kept }
        return context.violation(
          "\(context.adName) was presented after the phone was locked and unlocked",
          witness: [lock, EventIndex(span.begin), span.end])
      }
    }
  )
}
