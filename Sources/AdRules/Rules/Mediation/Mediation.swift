extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let mediation: [Rule] = [
    .adapterCompletesOnce, .adapterCompletes, .adapterAdOrError, .adapterReportsAfterCompletion,
    .adapterParameterGiven, .adapterTestFlagForwarded, .impressionTrackedByOne,
    .clickTrackedByOne, .adapterForwardsImpression, .adapterImpressionOnce, .viewPassedToNetwork,
    .nativeRequiredAssets, .nativeAdChoices, .imageLoadingHonoured, .videoNeedsVideo,
    .videoGrammar,
  ]
}
