import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/present-outcome-exclusive`.
  public static let presentOutcomeExclusive = Rule(
    "present-outcome-exclusive", .presentation, .error, .fullScreen,
    observes: [.present],
    "A presented ad either appears or fails to present, not both.",
    precise: """
      at ad.will_present(A): no earlier ad.failed_to_present(A); at ad.failed_to_present(A): \
      no earlier ad.will_present(A)
      """,
    notes: """
      Every show and every failure is an activation. Any earlier one of the other kind of the \
      same ad counts, however long ago.
      """,
    actor: .sdk,
    remedy: """
      Act on the first outcome of a presentation only. Report an ad that both shows and fails to \
      the SDK or to its adapter.
      """,
    links: [.fullScreenDelegateIOS],
    .at(.kind(.adWillPresent), .kind(.adFailedToPresent)) { context in
      let isShow = context.event.kind == .adWillPresent
      let message =
        isShow
        ? "appeared after it had failed to present" : "failed to present after it had appeared"
      let judgement = context.latest(isShow ? .failedToPresent : .shown).forbids { other in
        context.violation("\(context.adName) \(message)", witness: [other])
      }
      return isShow ? context.isShow.limits(judgement) : judgement
    }
  )
}
