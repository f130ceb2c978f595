import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/suppression-respected`.
  public static let suppressionRespected = Rule(
    "suppression-respected", .presentation, .error, .appOpen,
    observes: [.present, .suppress], policy: [.suppressionTailSeconds],
    "Nothing is shown on return from what the app itself opened.",
    precise: """
      at attempt(A): no suppression is open (one per why), and every suppression.ended is more \
      than suppression_tail_s (t) ago
      """, source: "incident",
    .at(.attempt, failureOnly: false) { moment in
      if moment.justLeftSuppression {
        let ended = moment.session.screen.suppressionEnded
        return moment.violation(
          tooSoon: .suppressionTailSeconds, since: ended,
          "after \(moment.suppression(at: ended)) ended")
      }
      if let began = moment.openSuppression {
        let suppression = moment.suppression(at: began)
        return moment.violation(
          "\(moment.adName) was presented while \(suppression) was open", witness: [began])
      }
      let isUnknown =
        moment.milliseconds(.suppressionTailSeconds) == nil || moment.mayHaveOldSuppression
      if isUnknown { return .undecided(.unknown) }
      return moment.hasGap(since: -1) ? .undecided(.gap) : .kept
    }
  )
}
