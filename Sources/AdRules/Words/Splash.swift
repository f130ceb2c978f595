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

extension Moment {
  /// At a dismissal: whether the ad, as far as is known, was shown over a loading screen.
  var closesOverSplash: Bool {
    guard run.session.screen.openSplashes > 0 else { return false }
    guard let shown = last(.shown) else { return hasGapSinceBirth }
    return (last(.dismissed) ?? -1) < shown
  }

  /// At a dismissal over a loading screen: whether no gap can have ended that before.
  var isCertainlyOverSplash: Bool {
    if case .yes = hasSplash { return last(.shown) != nil }
    return false
  }

  /// The `app.launched` of the cold launch that lasts: before its first real background, as far as
  /// is known; -1 where it may lie in a gap, nil where there is none.
  var coldLaunchSoFar: Int? {
    let app = run.session.app
    if app.isCold == false || !app.realReturns.isEmpty { return nil }
    if app.launched < 0 { return hasGap(since: -1) ? -1 : nil }
    if case .yes = isInRealBackground { return nil }
    return app.launched
  }
}
