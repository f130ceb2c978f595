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
    var left = Array(self)
    coder.code(&left)
    if coder.isReading { self = OrderedNumbers(left) }
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
    coder.code(&lastVague)
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
    coder.code(&upAd)
    coder.code(&upSince)
    coder.code(&lastPending)
    loadedAds.code(&coder)
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

extension AdFacts {
  /// The facts of another state, in memory of their own.
  init(copying other: AdFacts) { entries = Table(copying: other.entries) }

  /// Of each ad the facts that it has: most ads have few.
  mutating func code(_ coder: inout some StateCoder) {
    let ads = coder.count(entries.count / Self.width)
    if coder.isReading {
      entries = Table()
      entries.reserve((ads + ads / 4) * Self.width)
    }
    // Ads come one after the other, and the facts of one follow each other.
    var before: Int32 = 0
    for ad in 0..<ads {
      if coder.isReading { addAd() }
      code(ad * Self.width, after: &before, &coder)
    }
  }

  private mutating func code(
    _ start: Int, after before: inout Int32, _ coder: inout some StateCoder
  ) {
    var mask: Int64 = 0
    if !coder.isReading {
      for fact in 0..<Self.width where entries[start + fact].count > 0 {
        mask |= 1 &<< Int64(fact)
      }
    }
    coder.code(&mask)
    var left = UInt64(bitPattern: mask) & (1 &<< UInt64(Self.width) &- 1)
    while left != 0 {
      entries[start + left.trailingZeroBitCount].code(after: &before, &coder)
      left &= left &- 1
    }
  }

  /// Whether there is a row for each of so many ads.
  func isOf(_ ads: Int) -> Bool { entries.count == ads * Self.width }
}

extension AdFacts.Entry {
  /// Most facts were seen once: of them one number says it all.
  fileprivate mutating func code(after before: inout Int32, _ coder: inout some StateCoder) {
    let isOne = count == 1 && afterFirst == afterLast
    var further = Int64(afterFirst &- before) &<< 1 | (isOne ? 1 : 0)
    coder.code(&further)
    afterFirst = before &+ Int32(truncatingIfNeeded: further &>> 1)
    before = afterFirst
    if further & 1 == 1 {
      count = 1
      afterLast = afterFirst
      return
    }
    coder.code(&count)
    var passed = afterLast &- afterFirst
    coder.code(&passed)
    afterLast = afterFirst &+ passed
  }
}
