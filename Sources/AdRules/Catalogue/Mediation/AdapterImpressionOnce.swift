import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-impression-once`.
  public static let adapterImpressionOnce = Rule(
    "adapter-impression-once", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter reports at most one impression per ad.",
    precise: "count of adapter.reported(impression) per load ≤ 1",
    actor: .network,
    remedy: """
      Guard `reportImpression()` with a flag per ad, because a network can send its callback \
      more than once.
      """,
    links: [.mediationNativeAdIOS],
    .at(.kind(.adapterReported)) { context in
      if context.event.what != .impression { return nil }
      return context.ofItsLoad { $0.firstImpression }.forbids { first in
        context.violation("\(context.loadName) reported two impressions", witness: [first])
      }
    }
  )
}
