import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-test-flag-forwarded`.
  public static let adapterTestFlagForwarded = Rule(
    "adapter-test-flag-forwarded", .mediation, .warning, .all,
    observes: [.adapter, .load],
    "An adapter receives the same test flag as the request.",
    precise: "adapter.load_called.test = ad.requested.test of its request, where both are given",
    notes: """
      Compares `test` of the call and of the request that it names, if both records carry it.
      """,
    actor: .network,
    remedy: """
      Pass `isTestRequest` of the adapter's configuration on to the network; otherwise a test \
      can deliver live ads.
      """,
    links: [.testAdsIOS],
    .at(.kind(.adapterLoadCalled)) { context in
      guard let forwarded = context.event.flag(Flag.test) else { return nil }
      let request = context.seen(EventIndex(context.requestedIndex(of: context.event.request)))
      return request.mayBreak { requested in
        guard let asked = context.event(at: requested).flag(Flag.test) else { return nil }
        if forwarded == asked { return .kept }
        return context.violation(
          "\(context.loadName) was called with test \(forwarded) for a request with test \(asked)",
          witness: [requested])
      }
    }
  )
}
