internal import AdSession

extension EvaluationContext {
  /// Whether a loading screen is up in any scene; yes has its `splash.began`.
  var hasSplash: Truth {
    guard let began = session.screen.openSplash else {
      return hasGap(since: .none) ? .unknown(.gap) : .no
    }
    return hasGap(since: began) ? .unknown(.gap) : .yes(began)
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
  /// Its scene.
  var scene: Symbol
}

extension EvaluationContext {
  /// At a dismissal, the loading screen that was up during the show; nil where there was none.
  ///
  /// It is in the ad's scene or in none; for an ad without a scene, in any.
  var splashUnderAd: SplashUnderAd? {
    guard let shown = last(.shown), mayHaveSplash(after: shown) else { return nil }
    let (own, other) = splashScenes
    let isOther = splash(in: own) < splash(in: other)
    if let open = isOther ? other : own, session.scenes[open].splash.isPresent {
      return SplashUnderAd(began: session.scenes[open].splash, scene: session.scenes[open].scene)
    }
    let gone = isFinished(in: own, after: shown) ? own : other
    guard let gone, isFinished(in: gone, after: shown) else { return nil }
    return SplashUnderAd(began: .none, scene: session.scenes[gone].scene)
  }

  /// The two scenes, by number, in which a loading screen can be under the ad.
  private var splashScenes: (Int?, Int?) {
    if facts.scene.isPresent {
      return (session.sceneNumber(facts.scene), session.sceneNumber(.absent))
    }
    let open = session.screen.openSplash.flatMap { session.sceneNumber(event(at: $0).scene) }
    let finished = session.screen.splashFinished
    return (open, finished.isPresent ? session.sceneNumber(event(at: finished).scene) : nil)
  }

  private func splash(in scene: Int?) -> EventIndex {
    scene.map { session.scenes[$0].splash } ?? .none
  }

  private func isFinished(in scene: Int?, after start: Int) -> Bool {
    scene.map { session.scenes[$0].splashFinished > start } ?? false
  }

  /// Whether any loading screen is up, or closed after a record.
  private func mayHaveSplash(after start: Int) -> Bool {
    session.screen.openSplash != nil || session.screen.splashFinished > start
  }

  /// Whether a gap can hide a loading screen under the ad, or the show over a loading screen.
  var mayHideSplashUnderAd: Bool {
    if !hasGaps && session.screen.openSplash == nil { return false }
    let isOpen = [facts.scene, .absent].contains { scene in
      session.sceneNumber(scene).map { session.scenes[$0].splash.isPresent } ?? false
    }
    if last(.shown) == nil && !hasGapSinceLoad { return false }
    return isOpen || hasGap(since: lastSplashFinished)
  }

  /// At a dismissal, whether a gap can hide a loading screen in another scene that came up later.
  ///
  /// Then the end of neither loading screen decides.
  var mayHideOtherSplash: Bool {
    guard hasGaps, session.namesScenes else { return false }
    let seen = splashUnderAd
    let began = seen?.began ?? .none
    guard facts.scene.isPresent else { return hasGap(since: began) }
    let other = (seen?.scene ?? facts.scene).isPresent ? Symbol.absent : facts.scene
    let finished = session.sceneNumber(other).map { session.scenes[$0].splashFinished }
    return hasGap(since: max(began, finished ?? .none))
  }

  /// The record since which a gap can hide a loading screen under the ad; none means the beginning.
  private var lastSplashFinished: EventIndex {
    if session.namesScenes && !facts.scene.isPresent { return .none }
    let scenes = session.namesScenes ? [facts.scene, .absent] : [.absent]
    return scenes.map { scene in
      session.sceneNumber(scene).map { session.scenes[$0].splashFinished } ?? .none
    }.min() ?? .none
  }

  /// The exemption of a loading screen that already closed; unknown where a gap can hide its end,
  /// or another loading screen.
  var unlessSplashIsGone: Exemption {
    guard let began = splashUnderAd?.began else { return .perhaps(.gap) }
    guard began.isPresent else {
      return hasGap(since: lastSplashFinished) ? .unknown(.gap) : .exempt
    }
    return hasGap(since: began) ? .unknown(.gap) : .none
  }
}
