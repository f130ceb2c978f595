extension PolicyKey {
  /// The values that make sense, in the key's own unit, both ends allowed.
  ///
  /// No age, pause or time-out of an ad is longer than a year; what would make every ad stale, every
  /// load late or every call of present a failure is no policy.
  public var allowedRange: ClosedRange<Double> {
    switch self {
    case .appOpenMaxAgeSeconds, .fullScreenMaxAgeSeconds, .nativeMaxAgeSeconds,
      .loadTimeoutSeconds, .presentOutcomeSeconds, .dismissTimeoutSeconds, .splashMaxSeconds,
      .retryBaseSeconds, .retryMaxSeconds, .slotSilenceSeconds, .decisionSeconds:
      0.001...31_536_000
    case .presentFailureStorm, .unusedReturns: 1...1_000_000
    default: unit == .seconds ? 0...31_536_000 : 0...1_000_000
    }
  }
}
