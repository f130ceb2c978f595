extension Mutant {
  static let appOpenRows: [Row] = [
    Row(
      "late-ad-shown-over-content", "An ad that comes late is shown over the main content.",
      "property-testing 36, Google's app-open sample"),
    Row("splash-waits-for-ever", "The loading screen waits for its ad for ever.", "incident A9"),
    Row(
      "splash-waits-too-long",
      "The loading screen still shows an ad that comes at the last moment.", "incident A9"),
    Row("splash-stays-after-ad", "The loading screen stays when its ad is gone.", "seed 000"),
    Row(
      "dialog-taken-for-return", "Every activation counts as an app open.",
      "property-testing 12, incident A6, seed 000"),
    Row(
      "other-ad-taken-for-return", "The end of another ad counts as an app open.",
      "property-testing 32, incident A1"),
    Row(
      "lock-ignored", "Locking the phone counts as leaving the app.",
      "property-testing 11, seed 004"),
    Row("lock-requests", "Locking the phone requests an ad.", "seed 004"),
    Row(
      "suppression-ignored", "An ad is shown on return from what the app itself opened.",
      "incident A7"),
    Row(
      "suppression-tail-ignored", "An ad is shown just after a suppression ended.", "incident A7"),
    Row("first-launches-ignored", "New users see app-open ads at once.", "seed 000"),
    Row("absence-not-checked", "Any absence leads to an ad.", "seed 004"),
    Row(
      "absence-in-wrong-unit", "The shortest absence is taken in the wrong unit.",
      "property-testing 13"),
    Row(
      "absence-by-wall-clock", "The absence is taken from the wall clock.", "property-testing 14"),
    Row(
      "absence-limit-included", "An absence of exactly the limit counts as long enough.", "seed 004"
    ),
    Row("decision-not-recorded", "A skipped show leaves no trace.", "seed 004"),
    Row("cap-not-checked", "The daily cap is not checked.", "seed 004"),
    Row("cap-off-by-one", "The daily cap lets one more through.", "domain 2.12, seed 004"),
    Row(
      "cap-not-persisted", "The daily cap is forgotten when the process ends.",
      "property-testing 29"),
    Row(
      "first-show-not-counted", "The first show of a day is not counted.", "domain 2.12, seed 004"),
    Row("skip-uses-quota", "A skipped show uses the quota of the day.", "domain 2.12, seed 004"),
    Row("zone-ignored", "The time zone is that of the launch.", "domain 2.5, rule 70"),
    Row("remote-policy-ignored", "New thresholds are ignored.", "domain 2.5, rule 74"),
    Row(
      "window-left-behind", "The window of the module stays when its ad is gone.",
      "domain 2.12, seed 004"),
    Row("window-without-scene", "The window of the module has no scene.", "domain 2.12, seed 004"),
  ]
}
