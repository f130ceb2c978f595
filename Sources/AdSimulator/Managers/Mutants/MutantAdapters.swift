extension Mutant {
  /// The bugs of the simulated mediation adapters; empty for a bug of the manager.
  var adapterBugs: AdapterBugs {
    switch self {
    case .adapterNeverCompletes: .neverCompletes
    case .adapterCompletesTwice: .completesTwice
    case .adapterGivesAdAndError: .adAndError
    case .adapterSucceedsWithoutAd: .successWithoutAd
    case .adapterReportsEarly: .reportsEarly
    case .adapterWithoutParameter: .noParameter
    case .adapterDropsTestFlag: .dropsTestFlag
    case .adapterImpressionTwice: .impressionTwice
    case .adapterImpressionForgotten: .impressionForgotten
    case .adapterImpressionByBoth: .impressionByBoth
    case .adapterClickByBoth: .clickByBoth
    case .adapterKeepsViewToItself: .keepsViewToItself
    case .adapterDropsHeadline: .dropsHeadline
    case .adapterDropsMedia: .dropsMedia
    case .adapterDropsAdChoices: .dropsAdChoices
    case .adapterIgnoresImageOption: .ignoresImageOption
    case .adapterVideoWithoutVideo: .videoWithoutVideo
    case .adapterEndsVideoFirst: .endsVideoFirst
    default: []
    }
  }
}
