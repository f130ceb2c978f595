internal import AdSession

extension EvaluationContext {
  /// Whether a loading screen is up in any scene; yes has its `splash.began`.
  var hasSplash: Truth {
    let began = EventIndex(session.screen.openSplash)
    return Truth.seen(began).unless(hasGap(since: began))
  }

  /// Whether a cold launch lasts, up to the first real background; yes has its `app.launched`.
  var isColdLaunch: Truth {
    let app = session.app
    if app.isCold == false || !app.realReturns.isEmpty { return .no }
    if case .yes = isInRealBackground { return .no }
    if hasGap(since: .none) { return evaluation.firstRealBackground < index ? .no : .unknown(.gap) }
    if case .unknown(let why) = isInRealBackground { return .unknown(why) }
    return app.isCold == true ? .yes(app.launched) : .no
  }
}

/// A loading screen that was up while an ad was shown.
struct SplashUnderAd {
  /// Its `splash.began`; none where it already closed.
  var began: EventIndex
}

extension EvaluationContext {
  /// At a dismissal, the loading screen that was up in its scene during the show; nil where there was
  /// none.
  var splashUnderAd: SplashUnderAd? {
    guard let shown = last(.shown), !isSceneUnsure, let scene = sceneState else { return nil }
    if scene.splash.isPresent { return SplashUnderAd(began: scene.splash) }
    return scene.splashFinished > shown ? SplashUnderAd(began: .none) : nil
  }

  /// Whether a loading screen under the ad can be hidden, or the show over a loading screen.
  var mayHideSplashUnderAd: Bool {
    if last(.shown) == nil && !hasGapSinceLoad { return false }
    if isSceneUnsure { return max(session.screen.splashBegan, lastGap).isPresent }
    return isSplashHidden || last(.shown) == nil && sceneState?.splash.isPresent == true
  }

  /// Whether a `splash.*` of its scene can be hidden after the last one that was seen.
  private var isSplashHidden: Bool {
    let last = sceneState.map { max($0.splash, $0.splashFinished) } ?? .none
    return max(lastGap, session.screen.lastUnsure) > last
  }

  /// The exemption of a loading screen that already closed; unknown where its end or another loading
  /// screen can be hidden.
  var unlessSplashIsGone: Exemption {
    guard let began = splashUnderAd?.began else { return .onlyIfBroken(.gap) }
    if isSplashHidden { return .unknown(.gap) }
    return began.isPresent ? .none : .exempt
  }
}
