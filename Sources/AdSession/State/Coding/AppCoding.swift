extension AppState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&phase, of: [.launching, .active, .inactive, .background, .terminating])
    coder.code(&launched)
    coder.code(&lastLaunched)
    coder.code(&isCold)
    coder.code(&becameActive)
    coder.code(&resignedActive)
    coder.code(&enteredBackground)
    coder.code(&enteringForeground)
    coder.code(&terminating)
    coder.code(&locked)
    coder.code(&spans, blank: BackgroundSpan(begin: -1, cause: .real)) { $1.code(&$0) }
    coder.code(&realReturns)
    coder.code(&possibleReturns)
    coder.code(&unknownReturn)
    coder.code(&hiddenReturns)
    coder.code(&lostReturns)
    coder.code(&launchEnded)
  }
}

extension BackgroundSpan {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&begin)
    coder.code(&beginT)
    coder.code(&end)
    coder.code(&lock)
    coder.code(&cause, of: [.real, .lock, .unknown])
  }
}

extension ScreenState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&splashBegan)
    coder.code(&splashFinished)
    coder.code(&contentShown)
    coder.code(&userActed)
    coder.code(&actions)
    coder.code(&openSuppressions, blank: (.absent, .absent, -1)) {
      $0.code(&$1.why)
      $0.code(&$1.text)
      $0.code(&$1.began)
    }
    coder.code(&suppressionEnded)
    coder.code(&firstSceneConnected)
    coder.code(&openWindows, blank: (.absent, -1), order: { $0.id < $1.id }) {
      $0.code(&$1.0)
      $0.code(&$1.1)
    }
    coder.code(&splashes, blank: (-1, -1)) {
      $0.code(&$1.scene)
      $0.code(&$1.began)
    }
  }
}

extension ConsentState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&updated)
    coder.code(&canRequestAds)
    coder.code(&sdkStarted)
    coder.code(&formShown)
  }
}

extension ShowState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&appOpen)
    coder.code(&appOpenDays)
    coder.code(&appOpenByDay, blank: (0, 0)) {
      $0.code(&$1.0)
      $0.code(&$1.1)
    }
    coder.code(&interstitialShown)
    coder.code(&mayFollowDismissal)
    coder.code(&interstitialDismissed)
    coder.code(&dismissed)
    coder.code(&dismissedAd)
    coder.code(&dismissedBefore)
    coder.code(&appOpenAttempt)
    coder.code(&appOpenFailure)
    CapDecision.code(&capDecision, &coder)
    CapDecision.code(&capShow, &coder)
    coder.code(&unitUses, blank: (0, 0)) {
      $0.code(&$1.0)
      $0.code(&$1.1)
    }
    coder.code(&uncertainUse)
    coder.code(&unplacedShow)
    coder.code(&unplacedAd)
    coder.code(&unplacedBefore)
    coder.code(&uncertainShow)
    coder.code(&uncertainByDay, blank: (0, 0)) {
      $0.code(&$1.0)
      $0.code(&$1.1)
    }
    coder.code(&vagueShow)
    coder.code(&vagueInterstitial)
    coder.code(&vagueByDay, blank: (0, 0)) {
      $0.code(&$1.0)
      $0.code(&$1.1)
    }
    coder.code(&unplacedRequest)
  }
}

extension CapDecision {
  static func code(_ decision: inout CapDecision?, _ coder: inout some StateCoder) {
    var isThere = decision != nil
    coder.code(&isThere)
    var value = decision ?? CapDecision(index: -1, day: nil, cap: nil, shows: 0)
    if isThere {
      coder.code(&value.index)
      coder.code(&value.day)
      coder.code(&value.cap)
      coder.code(&value.shows)
    }
    decision = isThere ? value : nil
  }
}
