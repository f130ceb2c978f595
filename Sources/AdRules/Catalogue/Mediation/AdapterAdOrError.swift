import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-ad-or-error`.
  public static let adapterAdOrError = Rule(
    "adapter-ad-or-error", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter completes with either an ad or an error.",
    precise: "adapter.completed: has_ad ≠ has_error",
    actor: .network,
    remedy: """
      Pass the completion handler either an ad and no error, or an error and no ad. Report a \
      foreign adapter to its network.
      """,
    links: [.adapterNeverCompletes, .nativeCustomEventsIOS],
    .at(.kind(.adapterCompleted)) { context in
      let hasAd = context.event.flag(Flag.hasAd) == true
      let hasError = context.event.flag(Flag.hasError) == true
      if hasAd != hasError { return .kept }
      let both = hasAd ? "with an ad and with an error" : "with neither an ad nor an error"
      return context.violation("\(context.loadName) completed \(both)")
    }
  )
}
