extension PolicyKey {
  /// The values that make sense, in the key's own unit, both ends allowed.
  ///
  /// No age, pause or time-out of an ad is longer than a year; what would make every ad stale,
  /// every load late or every call of present a failure is no policy.
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

extension PolicyKey {
  /// Whether a journal can mean this value: what is negative, or a part of what is counted, is no
  /// threshold.
  package func canBe(_ value: Double) -> Bool {
    value >= 0 && value.isFinite && (unit == .seconds || value == value.rounded())
  }

  /// How a time becomes whole milliseconds without changing what rules say: `<` and `≥` of these
  /// keys ask for the next one, `≤` and `>` of all others for the last one.
  package var rounding: FloatingPointRoundingRule {
    switch self {
    case .appOpenMaxAgeSeconds, .fullScreenMaxAgeSeconds, .nativeMaxAgeSeconds,
      .accidentalClickSeconds, .interstitialMinGapSeconds, .stuckAdSeconds, .retryBaseSeconds,
      .retryMaxSeconds, .shortShowSeconds, .fullViewSeconds:
      .up
    default: .down
    }
  }
}
