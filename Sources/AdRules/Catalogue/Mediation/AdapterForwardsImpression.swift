import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-forwards-impression`.
  public static let adapterForwardsImpression = Rule(
    "adapter-forwards-impression", .mediation, .error, .native,
    observes: [.adapter, .native], policy: [.impressionSeconds],
    "An adapter that tracks impressions reports them.",
    precise: """
      handles_impressions, at the first native.rendered of A ⇒ adapter.reported(impression) of \
      its load within impression_s, unless native.untracked(A) comes first
      """,
    notes: """
      Activated at the first `native.rendered` of an ad whose last mapping has \
      `handles_impressions: true`. An `adapter.reported` (`impression`) of its call answers, and \
      so does a `native.untracked` of the ad, both within `impression_s`. If the call is not \
      known only `native.untracked` can answer.
      """,
    actor: .network,
    remedy: """
      Call `reportImpression()` on the event delegate when the network reports an impression, or \
      return false from `handlesUserImpressions()`.
      """,
    links: [.mediationNativeAdIOS],
    .forwardsImpression()
      .demanding(.adapterReported)
  )
}
