extension Mutant {
  static let presentationRows: [Row] = [
    Row("ad-kept-after-show", "An ad that was shown remains ready."),
    Row("failed-ad-presented-again", "An ad that failed to present is presented again."),
    Row("present-called-twice", "Present is called twice in a row."),
    Row("delegate-forgotten", "The delegate is never set."),
    Row("delegate-set-too-late", "The delegate is set after present."),
    Row("paid-handler-forgotten", "The paid-event handler is never set."),
    Row(
      "showing-not-checked", "A presentation does not check whether another ad is on the screen.",
      reference: "https://github.com/react-native-admob/admob/issues/86"),
    Row(
      "only-up-counts",
      "An ad whose presentation was requested but has not begun does not count as showing."),
    Row(
      "showing-stays-set-after-dismissal",
      "The flag for an ad on the screen is not reset by its dismissal."),
    Row(
      "showing-stays-set-after-failure",
      "The flag for an ad on the screen is not reset by a failed presentation."),
    Row(
      "showing-stays-set-without-answer",
      "The flag for an ad on the screen stays set if no callback comes.",
      reference: "https://github.com/AppLovin/AppLovin-MAX-SDK-Android/issues/789"),
    Row(
      "dismissal-written-twice", "The wrapper records the beginning of a dismissal as its end.",
      reference: "https://github.com/LexiLabs-App/basic-ads/pull/153"),
    Row(
      "failure-written-as-dismissal", "The wrapper records a failed presentation as a dismissal.",
      reference: "https://github.com/AppLovin/AppLovin-MAX-SDK-Android/issues/789"),
    Row("presented-off-main-thread", "An ad is presented on a background thread."),
    Row("presented-before-loaded", "An ad is presented before it is loaded."),
    Row(
      "shown-ad-presented-again", "An activation of the app presents the ad on the screen again."),
    Row("storm-not-seen", "Presentation, failure and reload repeat without end."),
    Row("shows-in-background", "An ad is presented in the background."),
    Row(
      "shown-as-soon-as-loaded", "An ad is shown as soon as it is loaded.",
      reference: "https://github.com/Shin-NiL/Godot-Android-Admob-Plugin/issues/16"),
    Row(
      "ad-right-after-ad", "Another ad is shown immediately after a dismissal.",
      reference: "https://support.google.com/admob/answer/6201362"),
    Row(
      "reward-offered-after-interstitial", "A rewarded ad is shown when an interstitial closes.",
      reference: "https://support.google.com/admob/answer/6201362"),
    Row(
      "orientation-of-the-moment",
      "An ad is shown in the current orientation instead of the requested one."),
    Row("orientation-unknown", "The orientation of a request is unknown."),
  ]
}
