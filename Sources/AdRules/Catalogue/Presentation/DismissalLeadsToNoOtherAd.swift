import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismissal-leads-to-no-other-ad`.
  public static let dismissalLeadsToNoOtherAd = Rule(
    "dismissal-leads-to-no-other-ad", .presentation, .warning, .fullScreen,
    observes: [.present, .user], policy: [.quietAfterDismissSeconds],
    "Closing one full-screen ad does not lead straight into another.",
    precise: """
      at attempt(B): the last ad.dismissed of another ad is more than quiet_after_dismiss_s \
      (t) ago, or a user.acted lies between
      """, source: "guide incident",
    .at(.attempt, failureOnly: false) { moment in
      guard let quiet = moment.milliseconds(.quietAfterDismissSeconds) else {
        return .undecided(.unknown)
      }
      let acted = moment.session.screen.userActed
      let dismissed = moment.dismissalOfOther
      guard dismissed > acted, moment.elapsed(since: dismissed) <= quiet else {
        return moment.canHide(since: acted, notLongerAgoThan: quiet) ? .undecided(.gap) : .kept
      }
      if moment.hasGap(since: dismissed) { return .undecided(.gap) }
      return moment.violation(
        tooSoon: .quietAfterDismissSeconds, since: dismissed,
        "after \(moment.adName(at: dismissed)) was dismissed")
    }
  )
}
