extension Mutant {
  static let environmentRows: [Row] = [
    Row("consent-ignored", "Ads are requested without consent."),
    Row("requests-before-sdk-start", "Ads are requested before the SDK starts."),
    Row("test-unit-in-release", "A release build requests test ads."),
    Row("live-unit-in-debug", "A debug build requests live ads."),
    Row("one-unit-for-two-formats", "Two formats share one ad unit."),
  ]
}
