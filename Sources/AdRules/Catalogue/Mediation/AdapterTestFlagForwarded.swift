import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-test-flag-forwarded`.
  public static let adapterTestFlagForwarded = Rule(
    "adapter-test-flag-forwarded", .mediation, .warning, .all,
    observes: [.adapter, .load],
    "A test request is a test request for the adapter too.",
    precise: "adapter.load_called.test = ad.requested.test of its request, where both are given",
    source: "001",
    .at(.kind(.adapterLoadCalled)) { moment in
      guard let forwarded = moment.event.flag(Flag.test) else { return nil }
      guard let requested = moment.requestedIndex(of: moment.event.request) else {
        return moment.hasGap(since: -1) ? .undecided(.gap) : nil
      }
      guard let asked = moment.event(at: requested).flag(Flag.test) else { return nil }
      if forwarded == asked { return .kept }
      return moment.violation(
        "\(moment.loadName) was called with test \(forwarded) for a request with test \(asked)",
        witness: [requested])
    }
  )
}
