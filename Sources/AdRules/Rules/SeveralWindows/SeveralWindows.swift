extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let severalWindows: [Rule] = [
    .sceneSetOnRequest, .shownInItsOwnScene, .fitCheckedAfterResize, .misfitReloaded,
    .misfitNotPresented, .bannerFollowsWidth, .bannerResizeOnce, .landscapeSplitScreen,
    .closedSceneShowsNothing, .orientationGiven, .orientationKept,
  ]
}
