extension Mutant {
  static let freshnessRows: [Row] = [
    Row("age-limit-included", "An app-open ad of exactly the maximum age counts as fresh."),
    Row("age-by-wall-clock", "The age of an ad is measured by the wall clock."),
    Row("age-in-wrong-unit", "The age in milliseconds is compared with a limit in another unit."),
    Row("age-never-checked", "The age of an ad is never checked."),
    Row(
      "four-hours-for-all",
      "All full-screen formats have the maximum age of app-open ads, four hours."),
    Row("load-time-kept", "The load time of the first ad is used for all later ads."),
    Row("expiry-notice-ignored", "The notice of the network that an ad expired is ignored."),
  ]
}
