import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-ad-during-tracking-prompt`.
  public static let noAdDuringTrackingPrompt = Rule(
    "no-ad-during-tracking-prompt", .environment, .warning, .fullScreen,
    observes: [.present, .consent],
    "No full-screen ad is presented while the tracking prompt is up.",
    precise: """
      at attempt(A) with an earlier tracking.prompt_shown: a tracking.answered, user.acted or \
      app.entered_background lies between the last tracking.prompt_shown and the attempt
      """,
    notes: """
      A `user.acted` is seen only if `user` is captured. With a gap since the last of the four \
      records (none: since the beginning) undecided, also where no prompt was seen.
      """,
    actor: .app,
    remedy: """
      Wait for the completion of `ATTrackingManager.requestTrackingAuthorization` before you \
      present the first ad, for example with its `async` form.
      """,
    links: [.trackingPermission, .appOpenAfterDialog],
    .at(.attempt, failureOnly: false) { context in
      context.isTrackingPromptUp?.forbids { shown in
        let after = context.passed(since: shown)
        return context.violation(
          "\(context.adName) was presented \(after) after the tracking prompt appeared, "
            + "which nobody had answered",
          witness: [shown])
      }
    }
  )
}

extension EvaluationContext {
  /// Whether the tracking prompt waits for an answer; nil where none appeared.
  fileprivate var isTrackingPromptUp: Truth? {
    let shown = session.consent.trackingShown
    let ended = max(
      session.consent.trackingAnswered, session.screen.userActed, session.app.enteredBackground)
    if hasGap(since: max(shown, ended)) { return .unknown(.gap) }
    if shown.isAbsent { return nil }
    return shown > ended ? .yes(shown) : .no
  }
}
