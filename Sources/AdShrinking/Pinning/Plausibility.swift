internal import AdSession

/// Counts the implausible steps of a session, such as a callback without its call.
///
/// A journal can only be reenacted if it is plausible: the reaction of a manager to an ad that it
/// never loaded proves nothing. A shrunk session may have as many implausible steps of each kind as
/// the original one.
struct Plausibility {
  private var counts: [Requirement: Int] = [:]

  private enum Requirement: CaseIterable {
    case answered, requested, loaded, called, shown, phase, lock, pair, scene, adapter
    case launched, allowed, started, active, returned
  }

  /// Whether no requirement is violated more often than in another session.
  func isAtMost(_ other: Plausibility) -> Bool {
    Requirement.allCases.allSatisfy { counts[$0] ?? 0 <= other.counts[$0] ?? 0 }
  }

  init(_ events: [Event]) {
    var seen = Seen()
    for event in events { judge(event, &seen) }
    counts[.answered] = seen.open.count
    require(.returned, seen.phase != .appEnteringForeground)
  }

  /// The names, kinds and states of the events so far.
  private struct Seen {
    var requests: [Symbol] = []
    var open: [Symbol] = []
    var ads: [Symbol] = []
    var called: [Symbol] = []
    var shown: [Symbol] = []
    var loads: [Symbol] = []
    var scenes: [Symbol] = []
    var kinds: [EventKind] = []
    var phase = EventKind.appLaunched
    var isLocked = false
  }

  private mutating func judge(_ event: Event, _ seen: inout Seen) {
    judgeLoad(event, &seen)
    judgePresent(event, &seen)
    judgePhone(event, &seen)
    judgePairs(event, seen)
    if !seen.kinds.contains(event.kind) { seen.kinds.append(event.kind) }
  }

  private mutating func require(_ requirement: Requirement, _ isMet: Bool) {
    if !isMet { counts[requirement, default: 0] += 1 }
  }

  private mutating func judgeLoad(_ event: Event, _ seen: inout Seen) {
    switch event.kind {
    case .adRequested:
      seen.requests.append(event.request)
      seen.open.append(event.request)
      require(.launched, seen.kinds.contains(.appLaunched))
      require(.allowed, seen.kinds.contains(.consentUpdated))
      require(.started, seen.kinds.contains(.sdkStarted))
      require(.active, seen.kinds.contains(.appBecameActive))
    case .adLoaded, .adFailedToLoad:
      require(.requested, seen.requests.contains(event.request))
      seen.open.removeAll { $0 == event.request }
      if event.ad.isPresent { seen.ads.append(event.ad) }
    case .adapterLoadCalled:
      require(.adapter, seen.requests.contains(event.request))
      seen.loads.append(event.load)
    case .adapterCompleted, .adapterReported, .adapterTold:
      require(.adapter, seen.loads.contains(event.load))
    case .nativeMapped: break
    default:
      if event.ad.isPresent { require(.loaded, seen.ads.contains(event.ad)) }
    }
  }

  private mutating func judgePresent(_ event: Event, _ seen: inout Seen) {
    switch event.kind {
    case .adPresentRequested: seen.called.append(event.ad)
    case .adWillPresent:
      require(.called, seen.called.contains(event.ad))
      seen.shown.append(event.ad)
    case .adFailedToPresent: require(.called, seen.called.contains(event.ad))
    case .adWillDismiss, .adDismissed: require(.shown, seen.shown.contains(event.ad))
    case .adImpression, .adClicked, .adPaid, .adRewardEarned:
      if Word.fullScreen.contains(event.format) {
        require(.shown, seen.shown.contains(event.ad))
      }
    default: break
    }
  }

  private mutating func judgePhone(_ event: Event, _ seen: inout Seen) {
    switch event.kind {
    case .appBecameActive:
      require(.phase, seen.phase != .appBecameActive && seen.phase != .appEnteredBackground)
      seen.phase = event.kind
    case .appResignedActive:
      require(.phase, seen.phase == .appBecameActive)
      seen.phase = event.kind
    case .appEnteredBackground:
      require(.phase, seen.phase != .appBecameActive && seen.phase != .appEnteredBackground)
      seen.phase = event.kind
    case .appEnteringForeground:
      require(.phase, seen.phase == .appEnteredBackground)
      seen.phase = event.kind
    case .deviceLocked, .deviceUnlocked:
      require(.lock, seen.isLocked == (event.kind == .deviceUnlocked))
      seen.isLocked = event.kind == .deviceLocked
    case .sceneConnected: seen.scenes.append(event.scene)
    case .sceneResized, .sceneDisconnected:
      require(.scene, seen.scenes.contains(event.scene))
    default: break
    }
  }

  private mutating func judgePairs(_ event: Event, _ seen: Seen) {
    let first: EventKind
    switch event.kind {
    case .splashFinished: first = .splashBegan
    case .suppressionEnded: first = .suppressionBegan
    case .windowClosed: first = .windowShown
    case .consentFormClosed: first = .consentFormShown
    default: return
    }
    require(.pair, seen.kinds.contains(first))
  }
}

extension Word {
  static let fullScreen: [Word] = [.appOpen, .interstitial, .rewarded, .rewardedInterstitial]
}
