extension Mutant {
  static let surroundingsRows: [Row] = [
    Row(
      "ads-for-paying-user", "Ads are shown to a user who paid for an app without ads."),
    Row("loads-for-paying-user", "Ads are requested for a user who paid for an app without ads."),
    Row("ad-over-tracking-prompt", "An ad is shown while the tracking prompt is up."),
    Row("content-stays-paused", "The game stays paused after an ad."),
    Row("sound-stays-off", "The sound of the app stays off after an ad."),
    Row("ad-window-left-on-top", "A view of the ad stays on top of the app after its dismissal."),
    Row(
      "requests-while-offline", "Without a connection, failed loads are repeated without a pause."),
    Row("delegate-released", "Nothing keeps the delegate of an ad until the ad is dismissed."),
    Row(
      "abandoned-load-shown",
      "An ad that arrives after the loading screen gave up is shown at once."),
    Row("used-ad-delivered-again", "A bridge delivers an ad object again that was shown."),
    Row("empty-show-without-request", "A show without an ad leads to no request."),
    Row("failure-without-code", "A bridge drops the codes of failures."),
    Row("load-beside-preloader", "Ads of a unit are requested although a preloader keeps it."),
    Row("preloader-started-twice", "The preloader of a unit is started again while it runs."),
    Row("preloader-never-refills", "The preloader has no ad any more after its first."),
    Row("revenue-not-forwarded", "Revenue does not reach the analytics service."),
    Row("revenue-forwarded-twice", "Revenue is forwarded twice to the same service."),
    Row("revenue-forwarded-in-units", "The forwarded revenue is a million times too high."),
    Row("callback-lost-in-bridge", "The dismissal of an ad does not reach the app."),
    Row("callback-invented", "The app is told of a dismissal as soon as an ad appears."),
    Row("refused-reward-granted", "A reward is granted although the server refused it."),
    Row("verified-reward-kept", "A reward that the server verified is not granted."),
    Row("sdk-never-ready", "The SDK never reports that it is ready."),
    Row("endless-clicks", "A program clicks an ad again and again."),
    Row("crashes-at-exit", "The app crashes when it ends."),
    Row("adapter-asked-too-early", "Ads are requested while the adapters are still starting."),
  ]
}
