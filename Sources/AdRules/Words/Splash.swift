internal import AdSession

extension Moment {
  /// Whether a loading screen is up in any scene; yes names its `splash.began`.
  var hasSplash: Truth {
    guard let began = run.session.screen.openSplash else {
      return hasGap(since: -1) ? .unknown(.gap) : .no
    }
    return hasGap(since: began) ? .unknown(.gap) : .yes(began)
  }

  /// Whether a cold launch lasts, before its first real background; yes names its `app.launched`.
  var isColdLaunch: Truth {
    let app = run.session.app
    if app.isCold == false || !app.realReturns.isEmpty { return .no }
    if case .yes = isInRealBackground { return .no }
    if hasGap(since: -1) { return .unknown(.gap) }
    if case .unknown(let why) = isInRealBackground { return .unknown(why) }
    return app.isCold == true ? .yes(app.launched) : .no
  }
}

/// A loading screen that was up while an ad was shown.
struct SplashUnderAd {
  /// Its `splash.began`; -1 where it is gone already.
  var began: Int
  /// Its scene.
  var scene: Symbol
}

extension Moment {
  /// At a dismissal: the loading screen that was up during the show; nil where there was none.
  ///
  /// It is that of the ad's scene or of none; for an ad without a scene, of any.
  var splashUnderAd: SplashUnderAd? {
    guard let shown = last(.shown) else { return nil }
    let candidates = splashScenes.compactMap { scene in
      run.session.sceneNumber(scene).map { run.session.scenes[$0] }
    }
    if let up = candidates.max(by: { $0.splash < $1.splash }), up.splash >= 0 {
      return SplashUnderAd(began: up.splash, scene: up.scene)
    }
    let gone = candidates.first { $0.splashFinished > shown }
    return gone.map { SplashUnderAd(began: -1, scene: $0.scene) }
  }

  /// Where a loading screen can be under its ad.
  private var splashScenes: [Symbol] {
    if facts.scene.isPresent { return [facts.scene, .absent] }
    let screen = run.session.screen
    return [screen.openSplash ?? -1, screen.splashFinished].filter { $0 >= 0 }
      .map { event(at: $0).scene }
  }

  /// The excuse of a loading screen that is gone; where a gap can have ended it, that is unknown, and
  /// so it is where a gap can hide another one in another scene.
  var unlessSplashIsGone: Excuse {
    guard let began = splashUnderAd?.began, began >= 0 else {
      return run.session.namesScenes && hasGap(since: -1) ? .unknown(.gap) : .excused
    }
    return hasGap(since: began) ? .unknown(.gap) : .none
  }
}
