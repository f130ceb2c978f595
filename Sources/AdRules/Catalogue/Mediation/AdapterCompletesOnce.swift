import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-completes-once`.
  public static let adapterCompletesOnce = Rule(
    "adapter-completes-once", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter completes each load once.",
    precise: "count of adapter.completed per load ≤ 1", source: "001",
    .at(.kind(.adapterCompleted)) { moment in
      guard let load = moment.load, load.completedIndex >= 0 else {
        return moment.hasGapSinceCall ? .undecided(.gap) : .kept
      }
      return moment.violation(
        "\(moment.loadName) completed twice", witness: [load.completedIndex])
    }
  )
}
