import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-completes`.
  public static let adapterCompletes = Rule(
    "adapter-completes", .mediation, .error, .all,
    observes: [.adapter], policy: [.adapterTimeoutSeconds],
    "An adapter completes each load in time.",
    precise: "adapter.load_called(L) ⇒ adapter.completed(L) within adapter_timeout_s",
    actor: .network,
    remedy: """
      Call the completion handler on every path of the adapter, also for missing parameters and \
      timeouts. Report a foreign adapter to its network.
      """,
    links: [.adapterNeverCompletes, .nativeCustomEventsIOS],
    .response(
      to: .kind(.adapterLoadCalled), correlation: .load, answers: [.adapterCompleted],
      within: { _ in .adapterTimeoutSeconds },
      message: { "\($0.loadName) did not complete\($1)" })
  )
}
