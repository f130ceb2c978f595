internal import AdSession

extension Moment {
  /// Whether a loading screen is up in any scene; yes names its `splash.began` or -1.
  var hasSplash: Truth {
    let screen = run.session.screen
    guard screen.openSplashes > 0 else { return hasGap(since: -1) ? .unknown(.gap) : .no }
    let began = screen.splashBegan
    let isOpen = run.session.sceneNumber(event(at: began).scene)
      .map { run.session.scenes[$0].splash == began } ?? false
    return isOpen && !hasGap(since: began) ? .yes(began) : openSplash
  }

  /// The youngest loading screen is not up: looks at all scenes, which is rare.
  private var openSplash: Truth {
    let began = run.session.scenes.map(\.splash).max() ?? -1
    return began >= 0 && !hasGap(since: began) ? .yes(began) : .unknown(.gap)
  }
}
