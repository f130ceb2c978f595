import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/suppression-respected`.
  public static let suppressionRespected = Rule(
    "suppression-respected", .presentation, .error, .appOpen,
    observes: [.present, .suppress], policy: [.suppressionTailSeconds],
    "No app-open ad is presented on return from something that the app itself opened.",
    precise: """
      at attempt(A): no suppression is open (one per why), and every suppression.ended is more \
      than suppression_tail_s (t) ago
      """,
    notes: "Activated at every attempt.",
    actor: .app,
    remedy: """
      Set a flag before the app opens a picker, a purchase, a share sheet or a browser. Show no \
      app open ad until shortly after it is cleared.
      """,
    links: [.appOpenAfterDialog],
    .at(.attempt, failureOnly: false) { context in
      if context.justLeftSuppression {
        let ended = context.session.screen.suppressionEnded
        return context.violation(
          tooSoon: .suppressionTailSeconds, since: ended,
          "after \(context.suppression(at: ended)) ended")
      }
      return context.hasOpenSuppression.forbids { began in
        context.violation(
          "\(context.adName) was presented while \(context.suppression(at: began)) was open",
          witness: [began])
      }
    }
  )
}
