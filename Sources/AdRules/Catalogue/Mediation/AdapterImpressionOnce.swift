import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-impression-once`.
  public static let adapterImpressionOnce = Rule(
    "adapter-impression-once", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter reports one impression per ad.",
    precise: "count of adapter.reported(impression) per load ≤ 1", source: "001",
    .at(.kind(.adapterReported)) { moment in
      if moment.event.what != .impression { return nil }
      guard let load = moment.load, load.impressions > 0 else {
        return moment.hasGapSinceCall ? .undecided(.gap) : .kept
      }
      return moment.violation(
        "\(moment.loadName) reported two impressions", witness: [load.firstImpression])
    }
  )
}
