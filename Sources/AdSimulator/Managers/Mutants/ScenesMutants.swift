extension Mutant {
  static let scenesRows: [Row] = [
    Row("scene-forgotten", "The request does not name its scene.", "seeds 002, 003"),
    Row(
      "shown-in-front-scene", "An ad is shown in another window than it was requested for.",
      "seeds 002, 003"),
    Row("fit-not-checked", "After a resize nobody checks whether the ad fits.", "seeds 002, 003"),
    Row("misfit-kept", "An ad that does not fit is kept.", "seeds 002, 003"),
    Row("misfit-not-replaced", "An ad that does not fit is not replaced.", "seeds 002, 003"),
    Row(
      "landscape-split-requested", "Ads are requested for a split screen in landscape.",
      "seeds 002, 003"),
    Row("closed-scene-kept", "A closed window keeps its ads.", "domain 2.7, rule 99"),
    Row(
      "banner-ignores-width", "A banner keeps its width when its window changes.", "seeds 002, 003"),
    Row("banner-requested-twice", "One resize leads to two banner requests.", "seeds 002, 003"),
    Row("hidden-banner-refreshed", "A banner that nobody sees is refreshed.", "incident G6"),
  ]
}
