extension Mutant {
  static let freshnessRows: [Row] = [
    Row(
      "age-limit-included", "An ad of exactly four hours still counts as fresh.",
      "property-testing 6"),
    Row(
      "age-by-wall-clock", "The age of an ad is taken from the wall clock.",
      "property-testing 7, Google's app-open sample"),
    Row(
      "age-in-wrong-unit", "The age in milliseconds is compared with a limit in another unit.",
      "property-testing 5"),
    Row(
      "age-never-checked", "The age of an ad is never checked.",
      "property-testing 41, Google's game samples"),
    Row(
      "four-hours-for-all", "All full-screen formats share the four hours of app-open ads.",
      "domain 2.1, rule 2"),
    Row(
      "load-time-kept", "The time of the first load stays that of every later ad.",
      "property-testing 8"),
    Row(
      "expiry-notice-ignored", "The network's notice that an ad expired is ignored.",
      "incident, domain 2.1, rule 4"),
  ]
}
