extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let impressionsRewardsRevenue: [Rule] = [
    .impressionOnce, .impressionNeedsDisplay, .impressionFollowsPresent, .clickNeedsDisplay,
    .accidentalClick, .rewardOnce, .rewardNeedsShow, .rewardInTime, .grantMatchesEarn,
    .paidNeedsImpression, .paidOnce, .paidIsSane, .knownAd, .nothingAfterTheEnd,
  ]
}
