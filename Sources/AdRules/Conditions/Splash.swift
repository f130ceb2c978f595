internal import AdSession

extension EvaluationContext {
  /// Whether a loading screen is up in any scene; yes names its `splash.began`.
  var hasSplash: Truth {
    guard let began = session.screen.openSplash else {
      return hasGap(since: -1) ? .unknown(.gap) : .no
    }
    return hasGap(since: began) ? .unknown(.gap) : .yes(began)
  }

  /// Whether a cold launch lasts, before its first real background; yes names its `app.launched`.
  var isColdLaunch: Truth {
    let app = session.app
    if app.isCold == false || !app.realReturns.isEmpty { return .no }
    if case .yes = isInRealBackground { return .no }
    if hasGap(since: -1) { return evaluation.firstRealBackground < index ? .no : .unknown(.gap) }
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

extension EvaluationContext {
  /// At a dismissal: the loading screen that was up during the show; nil where there was none.
  ///
  /// It is that of the ad's scene or of none; for an ad without a scene, of any.
  var splashUnderAd: SplashUnderAd? {
    guard let shown = last(.shown), mayHaveSplash(after: shown) else { return nil }
    let (first, second) = splashScenes
    let began = (splash(in: first), splash(in: second))
    if max(began.0, began.1) >= 0 {
      let isFirst = began.0 >= began.1
      return SplashUnderAd(
        began: isFirst ? began.0 : began.1,
        scene: session.scenes[isFirst ? first : second].scene)
    }
    let gone = [first, second].first { $0 >= 0 && session.scenes[$0].splashFinished > shown }
    return gone.map { SplashUnderAd(began: -1, scene: session.scenes[$0].scene) }
  }

  /// The `splash.began` of the loading screen that is up in a scene; -1 for none.
  private func splash(in scene: Int) -> Int { scene < 0 ? -1 : session.scenes[scene].splash }

  /// Where a loading screen can be under its ad, as numbers of scenes; -1 for none.
  private var splashScenes: (Int, Int) {
    if facts.scene.isPresent { return (number(ofScene: facts.scene), number(ofScene: .absent)) }
    let (open, gone) = (session.screen.openSplash ?? -1, session.screen.splashFinished)
    return (
      open < 0 ? -1 : number(ofScene: event(at: open).scene),
      gone < 0 ? -1 : number(ofScene: event(at: gone).scene)
    )
  }

  private func number(ofScene scene: Symbol) -> Int { session.sceneNumber(scene) ?? -1 }

  /// Whether any loading screen is up, or went after a record.
  private func mayHaveSplash(after start: Int) -> Bool {
    session.screen.openSplash != nil || session.screen.splashFinished > start
  }

  /// Whether a gap can hide the loading screen under an ad, or the show over one.
  var mayHideSplashUnderAd: Bool {
    if !hasGaps && session.screen.openSplash == nil { return false }
    let isOpen = [facts.scene, .absent].contains { splash(in: number(ofScene: $0)) >= 0 }
    if last(.shown) == nil && !hasGapSinceLoad { return false }
    return isOpen || hasGap(since: lastSplashFinished)
  }

  /// At a dismissal: whether a gap can hide that another loading screen than the one that is seen, in
  /// another scene, was the last to come up under the ad; then the end of neither one decides.
  var mayHideOtherSplash: Bool {
    guard hasGaps, session.namesScenes else { return false }
    let seen = splashUnderAd
    let began = seen?.began ?? -1
    guard facts.scene.isPresent else { return hasGap(since: began) }
    let other = (seen?.scene ?? facts.scene).isPresent ? Symbol.absent : facts.scene
    let finished = session.sceneNumber(other).map { session.scenes[$0].splashFinished }
    return hasGap(since: max(began, finished ?? -1))
  }

  /// The record after which only a gap can hide a loading screen under the ad; -1: none is.
  private var lastSplashFinished: Int {
    if session.namesScenes && !facts.scene.isPresent { return -1 }
    let scenes = session.namesScenes ? [facts.scene, .absent] : [.absent]
    return scenes.map { scene in
      session.sceneNumber(scene).map { session.scenes[$0].splashFinished } ?? -1
    }.min() ?? -1
  }

  /// The excuse of a loading screen that is gone; where a gap can have ended it, that is unknown, and
  /// so it is where a gap can hide another one.
  var unlessSplashIsGone: Exemption {
    guard let began = splashUnderAd?.began else { return .perhaps(.gap) }
    guard began >= 0 else { return hasGap(since: lastSplashFinished) ? .unknown(.gap) : .exempt }
    return hasGap(since: began) ? .unknown(.gap) : .none
  }
}
