import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-open-not-after-system-dialog`.
  public static let appOpenNotAfterSystemDialog = Rule(
    "app-open-not-after-system-dialog", .presentation, .warning, .appOpen,
    observes: [.present, .lock], policy: [.decisionSeconds],
    "Coming back from a dialog or a sheet is not an app open.",
    precise: """
      at attempt(A) outside the launch span, with an app.resigned_active before it: an \
      app.entered_background lies between the last app.resigned_active and the attempt, or the \
      app.entering_foreground of a real span is at most decision_s (active) ago
      """, source: "incident",
    .at(.attempt, failureOnly: false) { moment in
      switch moment.followsDialog {
      case nil: return nil
      case .no: return moment.turnsOutOutsideLaunch ? .kept : nil
      case .unknown(let why): return moment.canBeOutsideLaunch ? .undecided(why) : nil
      case .yes(let resigned):
        if !moment.canBeOutsideLaunch { return nil }
        guard moment.isOutsideLaunch else { return .undecided(.gap) }
        return moment.violation(
          "\(moment.adName) was presented after a dialog or a sheet, not on a return",
          witness: [moment.endOfLaunch, resigned], policy: [.decisionSeconds])
      }
    }
  )
}
