extension Mutant {
  static let environmentRows: [Row] = [
    Row("consent-ignored", "Ads are requested without consent.", "property-testing 24"),
    Row(
      "requests-before-sdk-start", "Ads are requested before the SDK starts.", "Google's samples"),
    Row("test-unit-in-release", "A release build asks for test ads.", "seed 000"),
    Row("live-unit-in-debug", "A debug build asks for live ads.", "seed 000"),
    Row("one-unit-for-two-formats", "Two formats share one unit.", "domain 2.10, rule 158"),
  ]
}
