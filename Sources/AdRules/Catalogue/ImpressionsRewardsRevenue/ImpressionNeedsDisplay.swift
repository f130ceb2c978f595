import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-needs-display`.
  public static let impressionNeedsDisplay = Rule(
    "impression-needs-display", .impressionsRewardsRevenue, .error, .fullScreen,
    observes: [.present, .revenue], policy: [.impressionSeconds],
    "Only an ad that is shown has an impression.",
    precise: """
      at ad.impression(A): an earlier attempt(A), or ad.will_present(A) within impression_s \
      after it
      """,
    notes: """
      Kept if an attempt of the ad (`ad.present_requested`, `ad.will_present` or \
      `ad.failed_to_present`) was seen before; else a show within `impression_s` answers.
      """,
    actor: .network,
    remedy: """
      Report the adapter to its network: it counts an impression without a display. Do not use \
      the impression as a sign that the ad is up.
      """,
    links: [.earlyImpression],
    .response(
      to: .kind(.adImpression), correlation: .ad, answers: [.adWillPresent],
      within: { _ in .impressionSeconds }, unless: { Exemption(if: $0.wasAttempted) },
      message: { "\($0.adName) had an impression without being shown\($1)" })
  )
}

extension EvaluationContext {
  /// Whether its ad was attempted before.
  fileprivate var wasAttempted: Truth {
    earlier(.presentRequested).or(earlier(.shown)).or(earlier(.failedToPresent))
  }
}
