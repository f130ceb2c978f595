extension Mutant {
  static let loadingRows: [Row] = [
    Row("no-reload-after-dismissal", "No ad is requested after a dismissal."),
    Row("reload-late", "The request after a dismissal comes forty seconds late."),
    Row("no-reload-after-present-failure", "No ad is requested after a failed presentation."),
    Row("nothing-requested-when-not-ready", "No ad is requested when none is ready to show."),
    Row(
      "fresh-ad-thrown-away",
      "Every return to the app requests a new ad although a fresh one is ready."),
    Row("no-flight-guard", "A request does not check whether another one is in progress."),
    Row(
      "load-waits-for-ever", "A load without an answer blocks its slot forever.",
      reference: "https://github.com/AppLovin/AppLovin-MAX-Flutter/issues/60"),
    Row(
      "loading-stays-set-after-failure",
      "The flag for a load in progress is not reset by a failure."),
    Row("failure-only-logged", "A failed load is only logged."),
    Row("retry-at-once", "A failed load is retried after 200 ms."),
    Row("constant-pause", "The pause between retries does not grow."),
    Row(
      "pause-counts-from-zero",
      "The first retry comes without a pause because the exponent is off by one."),
    Row("pause-not-capped", "The pause between retries grows without a limit."),
    Row("failures-never-forgotten", "The number of failures is not reset by a success."),
    Row(
      "configuration-error-retried", "A load that failed because of its configuration is retried."),
    Row("doubled-load-taken-twice", "An ad that is delivered twice is stored twice."),
    Row("request-in-view-did-load", "The request is created before the view has a window."),
    Row("request-on-every-appearance", "Every appearance of a view requests a new ad."),
  ]
}
