import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-open-not-after-system-dialog`.
  public static let appOpenNotAfterSystemDialog = Rule(
    "app-open-not-after-system-dialog", .presentation, .warning, .appOpen,
    observes: [.present, .lock], policy: [.decisionSeconds],
    "No app-open ad is presented because a dialog or a sheet closed.",
    precise: """
      at attempt(A) outside the launch span, with an app.resigned_active before it: an \
      app.entered_background lies between the last app.resigned_active and the attempt, or the \
      app.entering_foreground of a real span is at most decision_s (active) ago
      """,
    notes: """
      Activated outside the launch span, if there is an `app.resigned_active` before. Kept if the \
      app went to the background after the last `app.resigned_active`, or if a real return is at \
      most `decision_s` of active time ago.
      """,
    actor: .app,
    remedy: """
      Start from `sceneWillEnterForeground(_:)`, not from `sceneDidBecomeActive(_:)`, which also \
      follows system dialogs and sheets.
      """,
    links: [.appOpenAfterDialog, .lifeCycleUIKit],
    .at(.attempt, failureOnly: false) { context in
      context.followsDialogOutsideLaunch?.forbids { resigned in
        context.violation(
          "\(context.adName) was presented after a dialog or a sheet closed, without a return to the app",
          witness: [context.endOfLaunch, resigned], policy: [.decisionSeconds])
      }
    }
  )
}
