internal import AdSession

extension EvaluationContext {
  /// Whether a loading screen is up in any scene; yes has its `splash.began`.
  var hasSplash: Truth {
    let began = EventIndex(session.screen.openSplash)
    return Truth.seen(began).unless(hasGap(since: began))
  }

  /// Whether the app was launched or showed a loading screen, and no content since; yes has the
  /// event that shows it.
  var isBeforeContent: Truth {
    let began = session.screen.splashBegan
    let opened = max(session.app.lastLaunched, began)
    let closed = max(session.screen.contentShown, session.screen.splashFinished)
    if hasGap(since: max(opened, closed)) { return .unknown(.gap) }
    // A gap can hide that the app was about to end.
    if opened <= closed { return Truth.no.unless(hasGap(since: .none)) }
    // Where both are open the loading screen alone is enough.
    return .yes(began > closed && !hasGap(since: began) ? began : opened)
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
  /// At a dismissal, the loading screen that was up in its scene during the show; nil where there
  /// was none.
  var splashUnderAd: SplashUnderAd? {
    guard let shown = last(.shown), !isSceneUnsure, let scene = sceneState else { return nil }
    if scene.splash.isPresent { return SplashUnderAd(began: scene.splash) }
    return scene.splashFinished > shown ? SplashUnderAd(began: .none) : nil
  }

  /// Whether a loading screen was up under the ad, or can have been: it can be hidden, or the show.
  var mayHaveSplashUnderAd: Bool {
    if splashUnderAd != nil { return true }
    if last(.shown) == nil && !hasGapSinceLoad { return false }
    if isSceneUnsure { return max(session.screen.splashBegan, lastGap).isPresent }
    return isSplashHidden || last(.shown) == nil && sceneState?.splash.isPresent == true
  }

  /// Whether a `splash.*` of its scene can be hidden after the last one that was seen.
  private var isSplashHidden: Bool {
    let last = sceneState.map { max($0.splash, $0.splashFinished) } ?? .none
    return max(lastGap, session.screen.lastUnsure) > last
  }

  /// The exemption of a loading screen that already closed; unknown where its end or another
  /// loading screen can be hidden.
  var unlessSplashIsGone: Exemption {
    guard let began = splashUnderAd?.began else { return .onlyIfBroken(.gap) }
    if isSplashHidden { return .unknown(.gap) }
    return began.isPresent ? .none : .exempt
  }
}
