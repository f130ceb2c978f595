extension Mutant {
  static let scenesRows: [Row] = [
    Row("scene-forgotten", "The request does not name its scene."),
    Row("shown-in-front-scene", "An ad is shown in another window than the requested one."),
    Row("fit-not-checked", "After a resize nothing checks whether the ad still fits its window."),
    Row("misfit-kept", "An ad that does not fit is kept."),
    Row("misfit-not-replaced", "An ad that does not fit is not replaced."),
    Row(
      "landscape-split-requested", "A full-screen ad is requested in a landscape split screen."),
    Row("closed-scene-kept", "The ads of a closed window are kept."),
    Row("banner-ignores-width", "A banner keeps its width when its window changes."),
    Row("banner-requested-twice", "One resize causes two banner requests."),
    Row(
      "hidden-banner-refreshed", "A banner that is not visible is refreshed.",
      reference: "https://github.com/AppLovin/AppLovin-MAX-Flutter/issues/87"),
  ]
}
