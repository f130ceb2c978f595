extension Mutant {
  static let appOpenRows: [Row] = [
    Row(
      "late-ad-shown-over-content", "An ad that arrives late is shown over the main content.",
      reference: "https://github.com/haxibiao/react-native-ad/issues/16"),
    Row(
      "splash-waits-for-ever", "The loading screen waits for its ad without a time limit.",
      reference: "https://github.com/googleads/googleads-mobile-android-examples/issues/640"),
    Row(
      "splash-waits-too-long",
      "The loading screen still shows an ad that arrives at the last moment.",
      reference: "https://github.com/googleads/googleads-mobile-android-examples/issues/640"),
    Row("splash-stays-after-ad", "The loading screen stays up after its ad is dismissed."),
    Row(
      "dialog-taken-for-return",
      "Every activation of the app counts as a return, even after a dialog.",
      reference: "https://github.com/invertase/react-native-google-mobile-ads/issues/327"),
    Row(
      "other-ad-taken-for-return", "The dismissal of another ad counts as a return to the app.",
      reference: "https://github.com/invertase/react-native-google-mobile-ads/issues/102"),
    Row("lock-ignored", "Locking the phone counts as leaving the app."),
    Row("lock-requests", "Locking the phone causes a request."),
    Row(
      "suppression-ignored",
      "An app-open ad is shown on return from a screen that the app itself opened.",
      reference: "https://github.com/hsangtini/flutter_admob_app_open/issues/16"),
    Row(
      "suppression-tail-ignored", "An app-open ad is shown immediately after a suppression ended.",
      reference: "https://github.com/hsangtini/flutter_admob_app_open/issues/16"),
    Row("first-launches-ignored", "App-open ads are shown on the first launches of an install."),
    Row("absence-not-checked", "An absence of any length leads to an app-open ad."),
    Row("absence-in-wrong-unit", "The minimum absence is compared in the wrong unit."),
    Row("absence-by-wall-clock", "The absence is measured by the wall clock."),
    Row("absence-limit-included", "An absence of exactly the minimum counts as long enough."),
    Row("decision-not-recorded", "The decision to skip an ad is not recorded."),
    Row("cap-not-checked", "The daily cap is not checked."),
    Row("cap-off-by-one", "The daily cap allows one show too many."),
    Row("cap-not-persisted", "The shows of the day are forgotten when the process ends."),
    Row("first-show-not-counted", "The first show of a day is not counted."),
    Row("skip-uses-quota", "A skipped show counts towards the daily cap."),
    Row("zone-ignored", "The time zone of the launch is used after a time zone change."),
    Row("remote-policy-ignored", "New thresholds from the server are ignored."),
    Row("window-left-behind", "The window of the ad module stays open after its ad is gone."),
    Row("window-without-scene", "The window of the ad module has no scene."),
  ]
}
