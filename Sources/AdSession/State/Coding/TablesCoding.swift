extension AdState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&ad)
    coder.code(&unit)
    coder.code(&format)
    coder.code(&formatIndex)
    coder.code(&scene)
    coder.code(&isSceneUncertain)
    coder.code(&shownScene)
    coder.code(&request)
    coder.code(&anonymousLoad)
    coder.code(&completedLoad)
    coder.code(&lastMapped)
    coder.code(&slot)
    coder.code(&loadedIndex, after: formatIndex)
    coder.code(&phase, of: AdPhase.allCases)
    coder.code(&hasUncertainShow)
    coder.code(&clickedWhileShown)
    coder.code(&vagueShow)
    coder.code(&pendingScene)
    coder.code(&pendingBefore)
    coder.code(&pendingAfter)
  }
}

extension RequestState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&request)
    coder.code(&requestedIndex)
    coder.code(&completedIndex, after: requestedIndex)
    coder.code(&loadedCount)
    coder.code(&failedCount)
    coder.code(&slot)
    coder.code(&lastAnonymousLoad)
  }
}

extension SlotState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&unit)
    coder.code(&scene)
    coder.code(&format)
    inFlight.code(&coder)
    failures.code(&coder)
    coder.code(&lastFailure)
    coder.code(&lastLoaded)
    coder.code(&lastRequested)
    coder.code(&lastUnaskedRequest)
    coder.code(&lastDiscarded)
    coder.code(&lastAppearRequest)
    coder.code(&lastResizeRequest)
    heldAds.code(&coder)
    coder.code(&holderPlace)
    coder.code(&lastView)
    coder.code(&lastBanner)
  }
}

extension OrderedNumbers {
  mutating func code(_ coder: inout some StateCoder) {
    // No array between: a session has many lists of one number.
    let count = coder.count(count)
    if coder.isReading { self = OrderedNumbers() }
    for place in 0..<count {
      var number = coder.isReading ? 0 : self[startIndex + place]
      coder.code(&number)
      if coder.isReading { append(Int(number)) }
    }
  }
}

extension MappedLoad {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&load)
    indexes.code(&coder)
  }
}

extension UnitState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&unit)
    coder.code(&firstRequested)
    coder.code(&lastLoaded)
    coder.code(&configurationFailure)
    coder.code(&configurationFailureScene)
    coder.code(&isConfigurationFailureVague)
    coder.code(&lastVagueLoad)
    coder.code(&lastVagueFailure)
    coder.code(&lastVagueDiscard)
    coder.code(&lastVagueView)
  }
}

extension SceneState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&scene)
    coder.code(&lastSize)
    coder.code(&lastConnected)
    coder.code(&lastResized)
    coder.code(&disconnected)
    coder.code(&shownAd)
    coder.code(&lastShow)
    coder.code(&lastCertainShow)
    coder.code(&upAd)
    coder.code(&upSince)
    coder.code(&lastPending)
    loadedAds.code(&coder)
    coder.code(&keptAds)
    bannerSlots.code(&coder)
    coder.code(&splash)
    coder.code(&splashFinished)
    coder.code(&contentShown)
    coder.code(&window)
  }
}

extension AdapterLoadState {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&load)
    coder.code(&calledIndex)
    coder.code(&completedIndex, after: calledIndex)
    coder.code(&deliveredIndex, after: calledIndex)
    coder.code(&completions)
    coder.code(&impressions)
    coder.code(&firstImpression)
    coder.code(&format)
    coder.code(&request)
    coder.code(&ad)
  }
}
