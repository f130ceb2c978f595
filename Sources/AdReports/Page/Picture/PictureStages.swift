internal import AdSession

extension Session {
  /// The stage of an ad's life, as its picture shows it; nil before it and behind it.
  func stage(ofAd ad: Int) -> PictureBand.Kind? {
    let loaded = ads[ad].loadedIndex
    let isDropped = last(.discarded, of: ad) > loaded
    if ads[ad].format.isFullScreen {
      switch ads[ad].phase {
      case .ready: return isDropped ? nil : .ready
      case .presenting: return .asked
      case .showing, .dismissing: return .shown
      case .expired: return isDropped ? nil : .expired
      case .unknown, .dismissed, .failedToPresent, .discarded: return nil
      }
    }
    let seen = max(last(.viewAppeared, of: ad), last(.rendered, of: ad))
    let hidden = max(last(.viewHidden, of: ad), last(.untracked, of: ad))
    if isDropped { return nil }
    if seen > hidden { return .shown }
    if last(.expired, of: ad) > loaded { return .expired }
    if hidden > loaded { return .hidden }
    return loaded.isAbsent ? nil : .ready
  }

  private func last(_ fact: AdFact, of ad: Int) -> EventIndex {
    EventIndex(facts.last(fact, of: ad))
  }

  /// How old an ad can be when it is shown, in milliseconds; nil where nothing says it.
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
  var saysPhase: Bool {
    switch self {
    case .appLaunched, .appBecameActive, .appResignedActive, .appEnteredBackground,
      .appEnteringForeground, .appTerminating:
      true
    default: false
    }
  }
}

extension Trace {
  /// The last record up to a time; the first one where there is none.
  func lastIndex(upTo t: Int64) -> Int { max(0, events.firstPlace { $0.t > t } - 1) }
}
