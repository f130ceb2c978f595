internal import AdSession

extension Session {
  /// The stage of an ad; nil before and after its life.
  func stage(ofAd ad: Int) -> Life.Stage? {
    let loaded = ads[ad].loadedIndex
    let isDropped = last(.discarded, of: ad) > loaded
    if ads[ad].format.isFullScreen {
      switch ads[ad].phase {
      case .ready: return isDropped ? nil : .ready
      case .presenting: return .presenting
      case .showing, .dismissing: return .showing
      case .expired: return isDropped ? nil : .expired
      case .unknown, .dismissed, .failedToPresent, .discarded: return nil
      }
    }
    let seen = max(last(.viewAppeared, of: ad), last(.rendered, of: ad))
    let hidden = max(last(.viewHidden, of: ad), last(.untracked, of: ad))
    if isDropped { return nil }
    if seen > hidden { return .showing }
    if last(.expired, of: ad) > loaded { return .expired }
    if hidden > loaded { return .hidden }
    return loaded.isAbsent ? nil : .ready
  }

  private func last(_ fact: AdFact, of ad: Int) -> EventIndex {
    EventIndex(facts.last(fact, of: ad))
  }

  /// The maximum age of an ad when it is shown, in milliseconds; nil without a limit.
  func maxAge(ofAd ad: Int) -> Int64? {
    switch ads[ad].format {
    case .appOpen: policy.milliseconds(.appOpenMaxAgeSeconds)
    case .native: policy.milliseconds(.nativeMaxAgeSeconds)
    case let format where format.isFullScreen: policy.milliseconds(.fullScreenMaxAgeSeconds)
    default: nil
    }
  }
}

extension EventKind {
  /// Whether it changes the phase of the app.
  var changesPhase: Bool {
    switch self {
    case .appLaunched, .appBecameActive, .appResignedActive, .appEnteredBackground,
      .appEnteringForeground, .appTerminating:
      true
    default: false
    }
  }
}

extension Trace {
  /// The index of the last record up to a time, or of the first record if all are later; O(log n).
  func lastIndex(upTo t: Int64) -> Int {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].t > t { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }
}
