import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-reports-after-completion`.
  public static let adapterReportsAfterCompletion = Rule(
    "adapter-reports-after-completion", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter reports events only after it delivered its ad.",
    precise: "at adapter.reported(L): an earlier adapter.completed(L) with has_ad",
    actor: .network,
    remedy: """
      Send events only through the delegate that the completion handler returned for an ad. \
      Report a foreign adapter to its network.
      """,
    links: [.adapterNeverCompletes, .nativeCustomEventsIOS],
    .at(.kind(.adapterReported)) { context in
      context.ofItsLoad { $0.deliveredIndex }.demands {
        let what = context.event.what.text ?? "an event"
        return context.violation("\(context.loadName) reported \(what) before it delivered an ad")
      }
    }
    .demanding(.adapterCompleted)
  )
}
