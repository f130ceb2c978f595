extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let coldStart: [Rule] = [
    .coldStartOnlyOnSplash, .nothingAfterMainContent, .splashEnds, .splashClosesWithItsAd,
    .contentShownOnce, .firstAdWaits,
  ]
}
