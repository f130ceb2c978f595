import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/present-outcome-exclusive`.
  public static let presentOutcomeExclusive = Rule(
    "present-outcome-exclusive", .presentation, .error, .fullScreen,
    observes: [.present],
    "A present request shows or fails, not both.",
    precise: """
      at ad.will_present(A): no earlier ad.failed_to_present(A); at ad.failed_to_present(A): \
      no earlier ad.will_present(A)
      """, source: "API",
    .at(.show, .kind(.adFailedToPresent)) { context in
      let isShow = context.event.kind == .adWillPresent
      let message =
        isShow ? "came up after it had failed" : "failed to present after it had come up"
      if let other = context.last(isShow ? .failedToPresent : .shown) {
        return context.violation("\(context.adName) \(message)", witness: [other])
      }
      return context.hasGapSinceLoad ? .undecided(.gap) : .kept
    }
  )
}
