import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-reports-after-completion`.
  public static let adapterReportsAfterCompletion = Rule(
    "adapter-reports-after-completion", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter reports events only after it delivered its ad.",
    precise: "at adapter.reported(L): an earlier adapter.completed(L) with has_ad", source: "001",
    .at(.kind(.adapterReported)) { moment in
      if let load = moment.load, load.deliveredIndex >= 0 { return .kept }
      if moment.hasGapSinceCall { return .undecided(.gap) }
      let what = moment.event.what.text ?? "an event"
      return moment.violation("\(moment.loadName) reported \(what) before it delivered an ad")
    }
  )
}
