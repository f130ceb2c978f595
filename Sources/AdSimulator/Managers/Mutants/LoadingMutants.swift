extension Mutant {
  static let loadingRows: [Row] = [
    Row(
      "no-reload-after-dismissal", "After an ad is dismissed nothing is requested.",
      "seed 000, property-testing 1"),
    Row(
      "reload-late", "The reload after a dismissal waits for forty seconds.", "property-testing 19"),
    Row(
      "no-reload-after-present-failure", "After an ad fails to present nothing is requested.",
      "property-testing 2"),
    Row(
      "nothing-requested-when-not-ready", "A show that finds no ad ready asks for none.", "seed 000"
    ),
    Row(
      "fresh-ad-thrown-away", "Every return requests a new ad, though a fresh one waits.",
      "seed 000, domain 2.12"),
    Row(
      "no-flight-guard", "A request does not look whether another is in flight.",
      "seed 000, property-testing 15"),
    Row(
      "load-waits-for-ever", "A load without an answer blocks its place for ever.", "incident D2"),
    Row(
      "loading-stays-set-after-failure", "The flag of a load in flight is not reset by a failure.",
      "property-testing 16"),
    Row("failure-only-logged", "A failed load is only logged.", "seed 000, domain 2.12"),
    Row("retry-at-once", "A failed load is repeated after 200 ms.", "property-testing 17"),
    Row("constant-pause", "The pause between retries does not grow.", "property-testing 17"),
    Row(
      "pause-counts-from-zero",
      "The first retry comes without a pause: the exponent is off by one.", "property-testing 20"),
    Row(
      "pause-not-capped", "The pause between retries grows without a limit.", "property-testing 19"),
    Row(
      "failures-never-forgotten", "The count of failures is not reset by a success.",
      "property-testing 20"),
    Row(
      "configuration-error-retried", "A load that failed for its configuration is repeated.",
      "domain 2.2, rule 22"),
    Row("doubled-load-taken-twice", "An ad that was delivered twice is kept twice.", "API"),
    Row(
      "request-in-view-did-load", "The request is built before the view has a window.",
      "seeds 002, 003"),
    Row(
      "request-on-every-appearance", "Each appearance of a view requests its ad anew.",
      "seeds 002, 003"),
  ]
}
