import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-completes-once`.
  public static let adapterCompletesOnce = Rule(
    "adapter-completes-once", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter completes each load at most once.",
    precise: "count of adapter.completed per load ≤ 1",
    actor: .network,
    remedy: """
      Guard the completion handler of the adapter with an atomic flag and release it after its \
      first call. Report a foreign adapter to its network.
      """,
    links: [.nativeCustomEventsIOS],
    .at(.kind(.adapterCompleted)) { context in
      context.ofItsLoad { $0.completedIndex }.forbids { completed in
        context.violation("\(context.loadName) completed twice", witness: [completed])
      }
    }
  )
}
